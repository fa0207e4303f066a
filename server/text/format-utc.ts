import { formatDay } from './format-day'

/** `Mar 14, 2026, 09:26:53 UTC`: identical on server and client, in every time zone. */
export function formatUtc(date: Date, { seconds = true }: { seconds?: boolean } = {}): string {
  return `${formatDay(date)}, ${date.toISOString().slice(11, seconds ? 19 : 16)} UTC`
}
