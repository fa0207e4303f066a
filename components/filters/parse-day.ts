/** A day in the URL, or nothing if it is invalid: `2026-02-30` does not exist. The server refuses such days too. */
export function parseDay(text: string | undefined): string | undefined {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text) || /^(0000|9999)/.test(text)) return undefined
  const moment = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text) ? text : undefined
}
