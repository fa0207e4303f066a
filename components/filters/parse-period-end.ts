import { parseDay } from './parse-day'

/** A day of the address bar or a minute of one, in UTC; nothing for a mistyped one. */
export function parsePeriodEnd(text: string | undefined): string | undefined {
  const [minute, day] = text?.match(/^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\dZ$/) ?? []
  return minute === undefined ? parseDay(text) : parseDay(day) && minute
}
