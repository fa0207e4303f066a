import { MS_PER_HOUR } from '@/server/durations'

/** Without a decision for this time the transaction fails. */
const OPEN_HOURS = 72

/** The time until which a second person may decide, from now on. */
export function approvalTermFrom(now: Date): Date {
  return new Date(now.getTime() + OPEN_HOURS * MS_PER_HOUR)
}
