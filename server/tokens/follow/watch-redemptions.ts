import { and, eq, isNull, lt } from 'drizzle-orm'
import { alarms, tokenPayouts, tokens } from '@/db/schema'
import { REDEMPTION_INDEX } from '@/schemas/tokens/words'
import { closeAlarm, raiseAlarm } from '@/server/alarms/raise-alarm'
import type { WorkerCtx } from '@/server/ctx'
import { MS_PER_HOUR } from '@/server/durations'

/** A redemption in progress is funded or pays a holder at least this often. */
const STUCK_AFTER_MS = MS_PER_HOUR

/**
 * Raises an alarm for every recorded redemption without progress: its holders cannot transfer until it is paid. Closes
 * alarms of those that progress. Returns the number of stuck ones.
 */
export async function watchRedemptions({ db, now }: WorkerCtx): Promise<number> {
  const stuck = await db
    .select({ tokenId: tokens.id, chainId: tokens.chainId, ticker: tokens.ticker, since: tokenPayouts.updatedAt })
    .from(tokens)
    .innerJoin(tokenPayouts, and(eq(tokenPayouts.tokenId, tokens.id), eq(tokenPayouts.index, REDEMPTION_INDEX)))
    .where(and(eq(tokens.status, 'REDEEMING'), lt(tokenPayouts.updatedAt, new Date(now().getTime() - STUCK_AFTER_MS))))
    .orderBy(tokens.id)
  const stuckIds = new Set(stuck.map(({ tokenId }) => tokenId))
  const open = await db
    .select({ chainId: alarms.chainId, subject: alarms.subject })
    .from(alarms)
    .where(and(eq(alarms.kind, 'redemption_stuck'), isNull(alarms.closedAt)))
  for (const { chainId, subject } of open)
    if (!stuckIds.has(subject)) await closeAlarm(db, { kind: 'redemption_stuck', chainId, subject })
  for (const { tokenId, chainId, ticker, since } of stuck) {
    const message = `The redemption of ${ticker} (${tokenId}) stands still since ${since.toISOString()}: its holders are locked`
    await raiseAlarm(db, { kind: 'redemption_stuck', chainId, subject: tokenId, message })
  }
  return stuck.length
}
