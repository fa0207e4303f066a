import { durationMs } from './duration'

/** The SDK writes a timer either as a span ("2s") or as an ISO date. */
export function momentOf(text: string, now: Date): Date {
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return new Date(text)
  return new Date(now.getTime() + durationMs(text))
}
