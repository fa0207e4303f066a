import { and, asc, eq, gt, ne, or, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import {
  tokenBalances,
  tokenEvents,
  tokenPayoutLines,
  tokenPayouts,
  tokenSupplies,
  tokens,
  tokenWallets,
} from '@/db/schema'
import { REDEMPTION_INDEX } from '@/schemas/tokens/words'
import type { PayoutRow, TokenRow } from '@/server/tokens/operations/plan'
import { publishCouponEvents } from '@/server/tokens/payouts/publish-coupon-events'
import { scheduleOf } from '@/server/tokens/payouts/schedule-of'
import { applyEvents } from './apply-events'
import { eventsOf } from './apply-payouts'

/** The number of events that are read and applied at once. */
const SLICE = 5_000

/**
 * Rebuilds a token's holders, supply and payouts from its stored events, after a reorg replaced some or an error left
 * some out. Publishes new states of coupons. Returns the number of webhook messages written to the outbox.
 */
export async function rebuildToken(db: Database, tokenId: string, now: Date): Promise<number> {
  const [token] = await db.select().from(tokens).where(eq(tokens.id, tokenId)).for('update')
  if (!token) return 0
  const before = await readPayouts(db, tokenId)
  await resetProjection(db, tokenId)
  await restoreTerms(db, { token, payouts: before })
  const { status } = token
  const initialStatus =
    status === 'PAUSED' || status === 'REDEEMING' || status === 'REDEEMED' ? ('ACTIVE' as const) : status
  await db
    .update(tokens)
    .set({ totalSupplyUnits: 0n, holderCount: 0, status: initialStatus })
    .where(eq(tokens.id, tokenId))
  let last: { blockNumber: bigint; logIndex: number } | null = null
  for (;;) {
    const events = await readSlice(db, tokenId, last)
    await applyEvents(db, { tokenId, events, now, isNotified: false })
    last = events.at(-1) ?? null
    if (events.length < SLICE) break
  }
  const after = new Map((await readPayouts(db, tokenId)).map((row) => [row.id, row]))
  const couponEvents = before.flatMap((row) => {
    const now = after.get(row.id)
    return now ? eventsOf(row, now) : []
  })
  return publishCouponEvents(db, token, couponEvents, now)
}

function readPayouts(db: Database, tokenId: string) {
  return db.select().from(tokenPayouts).where(eq(tokenPayouts.tokenId, tokenId)).orderBy(asc(tokenPayouts.index))
}

function readSlice(db: Database, tokenId: string, last: { blockNumber: bigint; logIndex: number } | null) {
  const isLater = last
    ? or(
        gt(tokenEvents.blockNumber, last.blockNumber),
        and(eq(tokenEvents.blockNumber, last.blockNumber), gt(tokenEvents.logIndex, last.logIndex)),
      )
    : undefined
  return db
    .select()
    .from(tokenEvents)
    .where(and(eq(tokenEvents.tokenId, tokenId), isLater))
    .orderBy(asc(tokenEvents.blockNumber), asc(tokenEvents.logIndex))
    .limit(SLICE)
}

/** Restores the figures of the schedule, because a coupon may have been recorded with others. */
async function restoreTerms(
  db: Database,
  { token, payouts }: { token: TokenRow; payouts: readonly PayoutRow[] },
): Promise<void> {
  const terms = new Map(scheduleOf(token).map((coupon) => [coupon.index, coupon]))
  for (const { id, index, recordDate, rateNumerator, rateDenominator } of payouts) {
    const planned = terms.get(index)
    if (!planned) continue
    const isSame =
      planned.recordDate === recordDate &&
      planned.rateNumerator === rateNumerator &&
      planned.rateDenominator === rateDenominator
    if (!isSame) await db.update(tokenPayouts).set(planned).where(eq(tokenPayouts.id, id))
  }
}

/**
 * Removes the effects of events. The effects of time stay: coupons that were due stay due, and defaulted ones stay
 * defaulted until they are funded.
 */
async function resetProjection(db: Database, tokenId: string): Promise<void> {
  await db.delete(tokenBalances).where(eq(tokenBalances.tokenId, tokenId))
  await db.delete(tokenSupplies).where(eq(tokenSupplies.tokenId, tokenId))
  await db.delete(tokenPayoutLines).where(eq(tokenPayoutLines.tokenId, tokenId))
  await db
    .update(tokenWallets)
    .set({ balanceUnits: 0n, isRegistered: false, isFrozen: false, investorKey: null })
    .where(eq(tokenWallets.tokenId, tokenId))
  const zeroes = { basisUnits: null, fundedUnits: 0n, paidUnits: 0n, paidBasisUnits: 0n }
  await db
    .update(tokenPayouts)
    .set({
      ...zeroes,
      status: sql`case when ${tokenPayouts.defaultedAt} is not null then 'DEFAULTED'
        when ${tokenPayouts.status} in ('SCHEDULED', 'CANCELED') then 'SCHEDULED' else 'RECORDED' end`,
    })
    .where(and(eq(tokenPayouts.tokenId, tokenId), ne(tokenPayouts.index, REDEMPTION_INDEX)))
  await db
    .update(tokenPayouts)
    .set({ ...zeroes, status: 'SCHEDULED' })
    .where(and(eq(tokenPayouts.tokenId, tokenId), eq(tokenPayouts.index, REDEMPTION_INDEX)))
}
