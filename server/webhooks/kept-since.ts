import { MS_PER_DAY } from '@/server/durations'

/** decisions.md: what was sent, and what came of it, is kept so long. */
const KEEP_DAYS = 90

/** What was made before is forgotten. */
export function keptSince(now: Date): Date {
  return new Date(now.getTime() - KEEP_DAYS * MS_PER_DAY)
}
