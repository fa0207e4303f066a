import { type AnyColumn, and, gte, lt, type SQL } from 'drizzle-orm'
import { MS_PER_DAY } from '@/server/durations'

/** The filter of a list by its period: days of UTC, both included, or minutes, of which `to` is excluded. */
export function withinPeriod(column: AnyColumn, { from, to }: { from?: string; to?: string }): SQL | undefined {
  return and(from ? gte(column, new Date(from)) : undefined, to ? lt(column, endOf(to)) : undefined)
}

/** The end of a period: rows at this time or later do not belong to it. */
export function endOf(to: string): Date {
  const at = new Date(to)
  return to.includes('T') ? at : new Date(at.getTime() + MS_PER_DAY)
}
