/** `2026-03-14 09:26:53 UTC`: identical on server and client, in every time zone. */
export function formatUtc(date: Date, { seconds = true }: { seconds?: boolean } = {}): string {
  const text = date.toISOString()
  return `${text.slice(0, 10)} ${text.slice(11, seconds ? 19 : 16)} UTC`
}
