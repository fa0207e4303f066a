import { and, eq, isNull, lt } from 'drizzle-orm'
import { alarms, tokenPayouts, tokens } from '@/db/schema'
import { REDEMPTION_INDEX } from '@/schemas/tokens/words'
import { closeAlarm, raiseAlarm } from '@/server/alarms/raise-alarm'
import type { WorkerCtx } from '@/server/ctx'
import { MS_PER_HOUR } from '@/server/durations'
import { isHeldBack } from '@/server/tokens/operations/next-batch'

/** A redemption in progress is funded or pays a holder at least this often. */
const STUCK_AFTER_MS = MS_PER_HOUR

/**
 * Raises an alarm for every recorded redemption without progress: its holders cannot transfer until it is paid. There
 * is none while only holders with blocked addresses are unpaid, because these cannot be paid. Closes the alarms of
 * redemptions that progress. Returns the number of stuck ones.
 */
export async function watchRedemptions({ db, now }: WorkerCtx): Promise<number> {
  const idle = await db
    .select({ token: tokens, payout: tokenPayouts })
    .from(tokens)
    .innerJoin(tokenPayouts, and(eq(tokenPayouts.tokenId, tokens.id), eq(tokenPayouts.index, REDEMPTION_INDEX)))
    .where(and(eq(tokens.status, 'REDEEMING'), lt(tokenPayouts.updatedAt, new Date(now().getTime() - STUCK_AFTER_MS))))
    .orderBy(tokens.id)
  const stuck = []
  for (const { token, payout } of idle) {
    if (await isHeldBack(db, { token, payout })) continue
    stuck.push({ tokenId: token.id, chainId: token.chainId, ticker: token.ticker, since: payout.updatedAt })
  }
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
