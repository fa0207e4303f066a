import { and, eq, inArray, isNull, lt, lte, ne, type SQL, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { tokenPayouts, tokens } from '@/db/schema'
import { webhooksDue } from '@/inngest/events'
import { REDEMPTION_INDEX } from '@/schemas/tokens/words'
import { isTransient } from '@/server/alarms/is-transient'
import { readBlockTimes } from '@/server/chains/follow/find-block-at'
import { readFromChain } from '@/server/chains/read-from-chain'
import { type Chain, findChain } from '@/server/chains/registry'
import { inWorker, type WorkerCtx, workerCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { faultPoint } from '@/server/fault-point'
import { canSend } from '@/server/recovery/is-recovering'
import { dayOf, readChainDay } from '@/server/tokens/chain-day'
import { readIndexedBlock } from '@/server/tokens/holders/read-indexed-block'
import type { PayoutRow } from '@/server/tokens/operations/plan'
import { closeCouponsWithoutHolders } from '@/server/tokens/solana/close-coupons-without-holders'
import { wake } from '@/server/waking/wake'
import { type CouponEvent, publishCouponEvents } from './publish-coupon-events'

type Kept = { recorded: number; defaulted: number; matured: number }

/**
 * Applies dates to tokens, by the clock of their chain: coupons are recorded on their pay date and are in default after
 * their grace period, once our index has read it to its end, and tokens mature. A chain that does not answer delays
 * only its own tokens.
 */
export async function applyTokenDates(ctx: WorkerCtx): Promise<Kept> {
  const kept: Kept = { recorded: 0, defaulted: 0, matured: 0 }
  for (const chainId of await findYieldChains(ctx.db)) {
    const chain = await findChain(chainId)
    if (!chain || chain.rpcUrls.length === 0) continue
    try {
      const counts = await updateTokensOf(chain)
      kept.recorded += counts.recorded
      kept.defaulted += counts.defaulted
      kept.matured += counts.matured
    } catch (error) {
      if (!isTransient(error) && !(error instanceof ApiError && error.code === 'unavailable')) throw error
    }
  }
  return kept
}

async function findYieldChains(db: Database): Promise<number[]> {
  const rows = await db
    .selectDistinct({ chainId: tokens.chainId })
    .from(tokens)
    .where(
      and(eq(tokens.tokenType, 'YIELD_BEARING'), inArray(tokens.status, ['ACTIVE', 'PAUSED', 'MATURED', 'REDEEMING'])),
    )
    .orderBy(tokens.chainId)
  return rows.map(({ chainId }) => chainId)
}

async function updateTokensOf(chain: Chain): Promise<Kept> {
  const { day } = await readChainDay(chain)
  // A recovery first finds the payments after the backup.
  const isJudged = (await hasOverdue(chain, day)) && (await canSend(chain.chainId))
  const readDay = isJudged ? await readIndexedDay(chain, day) : null
  faultPoint('coupon-before-record')
  const { messages, ...kept } = await inWorker(async ({ db, now }) => {
    const due = couponsOf(db, chain)
    // Lock tokens before their payouts, like the followers of the chain.
    const matured = await db
      .update(tokens)
      .set({ status: 'MATURED', updatedAt: now() })
      .where(
        and(
          eq(tokens.chainId, chain.chainId),
          inArray(tokens.status, ['ACTIVE', 'PAUSED']),
          sql`${tokens.yieldParams} ->> 'maturityDate' <= ${day}`,
        ),
      )
      .returning({ id: tokens.id })
    const recorded = await db
      .update(tokenPayouts)
      .set({ status: 'RECORDED', updatedAt: now() })
      .where(and(due, eq(tokenPayouts.status, 'SCHEDULED'), lte(tokenPayouts.payDate, day)))
      .returning()
    const unowed =
      chain.chainType === 'SOLANA' && readDay !== null
        ? await closeCouponsWithoutHolders(db, { chainId: chain.chainId, day: readDay, now: now() })
        : []
    const defaulted =
      readDay === null
        ? []
        : await db
            .update(tokenPayouts)
            .set({ status: 'DEFAULTED', defaultedAt: now(), updatedAt: now() })
            .where(and(due, eq(tokenPayouts.status, 'RECORDED'), isOverdue(readDay)))
            .returning()
    const couponEvents = [
      ...recorded.map((payout) => ({
        kind: 'token.coupon.recorded' as const,
        payout: { ...payout, status: 'RECORDED' as const },
      })),
      ...unowed.map((payout) => ({ kind: 'token.coupon.paid' as const, payout })),
      ...defaulted.map((payout) => ({ kind: 'token.coupon.defaulted' as const, payout })),
    ]
    const put = await publishAll(db, couponEvents, now())
    return { recorded: recorded.length, defaulted: defaulted.length, matured: matured.length, messages: put }
  })
  faultPoint('coupon-after-record')
  if (messages > 0) wake(webhooksDue, {})
  return kept
}

/** The coupons of a chain's tokens. */
function couponsOf(db: Database, { chainId }: Chain): SQL | undefined {
  const isDated = inArray(tokens.status, ['ACTIVE', 'PAUSED', 'MATURED', 'REDEEMING'])
  const dated = db
    .select({ id: tokens.id })
    .from(tokens)
    .where(and(eq(tokens.chainId, chainId), isDated))
  return and(inArray(tokenPayouts.tokenId, dated), ne(tokenPayouts.index, REDEMPTION_INDEX))
}

function isOverdue(day: string): SQL | undefined {
  return and(isNull(tokenPayouts.defaultedAt), lt(tokenPayouts.graceEnd, day))
}

async function hasOverdue(chain: Chain, day: string): Promise<boolean> {
  const { db } = workerCtx()
  const isUnpaid = inArray(tokenPayouts.status, ['SCHEDULED', 'RECORDED'])
  const where = and(couponsOf(db, chain), isUnpaid, isOverdue(day))
  return (await db.select({ id: tokenPayouts.id }).from(tokenPayouts).where(where).limit(1)).length > 0
}

/**
 * The day of the newest block that our index has read: until its grace period has been read to the end, a coupon may be
 * funded without our knowledge. Never later than the chain's own day. Throws unavailable.
 */
async function readIndexedDay(chain: Chain, chainDay: string): Promise<string> {
  const block = await readIndexedBlock(workerCtx().db, chain)
  const [seconds = 0] = await readFromChain(() => readBlockTimes(chain, [BigInt(block)]))
  const day = dayOf(seconds)
  return day < chainDay ? day : chainDay
}

async function publishAll(db: Database, couponEvents: readonly CouponEvent[], now: Date): Promise<number> {
  const ids = [...new Set(couponEvents.map(({ payout }) => payout.tokenId))].sort()
  if (ids.length === 0) return 0
  const rows = await db.select().from(tokens).where(inArray(tokens.id, ids)).orderBy(tokens.id)
  let messages = 0
  for (const token of rows) {
    const own = couponEvents.filter(({ payout }: { payout: PayoutRow }) => payout.tokenId === token.id)
    messages += await publishCouponEvents(db, token, own, now)
  }
  return messages
}
