import { and, eq, gt, ne, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { tokenPayoutLines, tokenPayouts, tokens } from '@/db/schema'
import { REDEMPTION_INDEX } from '@/schemas/tokens/words'
import { dayOf } from '@/server/tokens/chain-day'
import type { PayoutRow, TokenRow } from '@/server/tokens/operations/plan'
import { newRedemption } from '@/server/tokens/payouts/new-redemption'
import { type CouponEvent, publishCouponEvents } from '@/server/tokens/payouts/publish-coupon-events'
import type { TokenEvent } from './decode-logs'
import { type PaidLine, projectPayouts } from './project-payouts'

type Applying = { token: TokenRow; events: readonly TokenEvent[]; now: Date; isNotified: boolean }

/**
 * Applies events of one token to its coupons and its redemption. Returns the number of webhook messages written to the
 * outbox.
 */
export async function applyPayouts(db: Database, { token, events, now, isNotified }: Applying): Promise<number> {
  const about = events.filter(({ name }) => /Payout|Coupon|Redemption|OwedPaid/.test(name))
  if (about.length === 0) return 0
  const stored = await db
    .select()
    .from(tokenPayouts)
    .where(eq(tokenPayouts.tokenId, token.id))
    .orderBy(tokenPayouts.index)
    .for('update')
  const rows = await withRedemption(db, { token, events: about, rows: stored, now })
  const { payouts, lines, settled } = projectPayouts(rows, about)
  const couponEvents: CouponEvent[] = []
  for (const payout of payouts) {
    const before = rows.find(({ id }) => id === payout.id)
    if (!before || before === payout) continue
    await db
      .update(tokenPayouts)
      .set({ ...changedIn(payout), updatedAt: now })
      .where(eq(tokenPayouts.id, payout.id))
    couponEvents.push(...eventsOf(before, payout))
  }
  // Before the new lines, because amounts that are reserved later are not part of this payment.
  for (const address of settled)
    await db
      .update(tokenPayoutLines)
      .set({ state: 'PAID' })
      .where(and(eq(tokenPayoutLines.tokenId, token.id), eq(tokenPayoutLines.address, address)))
  await writeLines(db, token, lines)
  await closeToken(db, token, payouts)
  return isNotified ? publishCouponEvents(db, token, couponEvents, now) : 0
}

type WithRedemption = Pick<Applying, 'token' | 'events' | 'now'> & { rows: readonly PayoutRow[] }

/** Records a redemption that the tokenAdmin's key made outside of the platform. */
async function withRedemption(db: Database, { token, events, rows, now }: WithRedemption): Promise<PayoutRow[]> {
  const event = events.find(({ name }) => name === 'RedemptionRecorded')
  if (!event || rows.some(({ index }) => index === REDEMPTION_INDEX)) return [...rows]
  const rate = { numerator: BigInt(String(event.args.numerator)), denominator: BigInt(String(event.args.denominator)) }
  const fraction = { numerator: 0n, denominator: 1n }
  const redemption = newRedemption({ token, day: dayOf(event.blockTime), fraction, rate, now })
  await db.insert(tokenPayouts).values(redemption)
  return [redemption, ...rows]
}

function changedIn(payout: PayoutRow) {
  const { periodEnd, recordDate, payDate, graceEnd, rateNumerator, rateDenominator } = payout
  const { status, basisUnits, fundedUnits, paidUnits, paidBasisUnits } = payout
  const days = { periodEnd, recordDate, payDate, graceEnd }
  return { ...days, rateNumerator, rateDenominator, status, basisUnits, fundedUnits, paidUnits, paidBasisUnits }
}

/** The events of a coupon between two states, in order. The operation of a redemption reports it instead. */
export function eventsOf(before: PayoutRow, after: PayoutRow): CouponEvent[] {
  if (after.index === REDEMPTION_INDEX) return []
  const at = (status: CouponEvent['payout']['status']) => ({ ...after, status, paidUnits: before.paidUnits })
  const wasRecorded = before.status !== 'SCHEDULED'
  const isFunded = (row: PayoutRow) => ['FUNDED', 'PAYING', 'PAID'].includes(row.status)
  return [
    ...(wasRecorded ? [] : [{ kind: 'token.coupon.recorded' as const, payout: at('RECORDED') }]),
    ...(isFunded(after) && !isFunded(before) ? [{ kind: 'token.coupon.funded' as const, payout: at('FUNDED') }] : []),
    ...(after.status === 'PAID' && before.status !== 'PAID'
      ? [{ kind: 'token.coupon.paid' as const, payout: after }]
      : []),
  ]
}

async function writeLines(db: Database, { id, businessId }: TokenRow, lines: readonly PaidLine[]): Promise<void> {
  if (lines.length === 0) return
  const rows = lines.map(({ units, amountUnits, ...line }) => ({
    ...line,
    units: units.toString(),
    amountUnits: amountUnits.toString(),
  }))
  await db.execute(sql`
    insert into token_payout_lines (payout_id, business_id, token_id, address, units, amount_units, state, tx_hash, paid_at)
    select "payoutId", ${businessId}::uuid, ${id}::uuid, address, units, "amountUnits", state, "txHash", "paidAt"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as l("payoutId" uuid, address text, units numeric, "amountUnits" numeric,
      state text, "txHash" text, "paidAt" timestamptz)`)
}

/**
 * Once a redemption is recorded, balances do not change and later coupons are not paid; once it is paid, no balances
 * are left.
 */
async function closeToken(db: Database, token: TokenRow, payouts: readonly PayoutRow[]): Promise<void> {
  const redemption = payouts.find(({ index }) => index === REDEMPTION_INDEX)
  if (!redemption || redemption.basisUnits === null) return
  await db
    .update(tokenPayouts)
    .set({ status: 'CANCELED' })
    .where(
      and(
        eq(tokenPayouts.tokenId, token.id),
        ne(tokenPayouts.index, REDEMPTION_INDEX),
        gt(tokenPayouts.payDate, redemption.payDate),
        sql`${tokenPayouts.status} in ('SCHEDULED', 'RECORDED', 'DEFAULTED')`,
      ),
    )
  await db
    .update(tokens)
    .set({ status: redemption.status === 'PAID' ? 'REDEEMED' : 'REDEEMING' })
    .where(and(eq(tokens.id, token.id), ne(tokens.status, 'FAILED')))
}
