import type { WorkerCtx } from '@/server/ctx'
import { MS_PER_DAY } from '@/server/durations'
import { restoredSince } from './restored-since'

/** As long as a recovery keeps what chains have without a record. */
const LOST_DAYS = 90

/**
 * The time of a restore that is so recent that the database may still lack what the chains have; null if there is none.
 */
export function lostSince(ctx: Pick<WorkerCtx, 'db' | 'now'>): Promise<Date | null> {
  return restoredSince(ctx, new Date(ctx.now().getTime() - LOST_DAYS * MS_PER_DAY))
}
