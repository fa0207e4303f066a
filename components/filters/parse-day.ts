/** A day of the address bar, or nothing for a mistyped one: `2026-02-30` is no day. The server refuses both years. */
export function parseDay(text: string | undefined): string | undefined {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text) || /^(0000|9999)/.test(text)) return undefined
  const moment = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text) ? text : undefined
}
