import { MS_PER_DAY } from '@/server/durations'
import { dayOf, startOf } from '@/server/window-of'

/** The retention of sent messages and their outcomes (decisions.md). */
const KEEP_DAYS = 90
/** Weeks begin on Monday; the day that days are counted from was a Thursday. */
const DAYS_FROM_MONDAY = 3

/**
 * The start of the kept time: everything before it is deleted. It is the start of a week (UTC), because partitions hold
 * whole weeks.
 */
export function retentionStart(now: Date): Date {
  const day = dayOf(new Date(now.getTime() - KEEP_DAYS * MS_PER_DAY))
  return startOf(day - ((day + DAYS_FROM_MONDAY) % 7))
}
