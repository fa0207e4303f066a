import { MS_PER_DAY } from '@/server/durations'
import type { StatementPeriod } from './contract'

/** The moments of a period, half open. */
export function periodOf({ from, to }: StatementPeriod): { start: Date; end: Date } {
  return { start: new Date(`${from}T00:00:00Z`), end: new Date(Date.parse(`${to}T00:00:00Z`) + MS_PER_DAY) }
}
