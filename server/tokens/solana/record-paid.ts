import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { tokenItems, tokenPayoutLines, tokenPayouts, tokenSteps, tokens } from '@/db/schema'
import type { OperationRow, PayoutRow, TokenRow } from '@/server/tokens/operations/plan'
import { type CouponEvent, publishCouponEvents } from '@/server/tokens/payouts/publish-coupon-events'
import { amountOf } from './pay-on-solana'

const ROWS_PER_INSERT = 1_000

/**
 * Records the holders that the transactions of an operation paid, each once, and the new state of the coupon. Call it
 * in the transaction that ends the operation, after its lines have their outcomes. Returns the number of webhook
 * messages written to the outbox.
 */
export async function recordPaid(db: Database, row: OperationRow, now: Date): Promise<number> {
  if (row.payoutId === null) return 0
  const [token] = await db.select().from(tokens).where(eq(tokens.id, row.tokenId))
  const [payout] = await db.select().from(tokenPayouts).where(eq(tokenPayouts.id, row.payoutId)).for('update')
  if (!token || !payout) throw new Error(`operation ${row.id} pays nothing`)
  const paid = (await readPaid(db, row.id)).map((line) => ({ ...line, paidAt: now }))
  const basisUnits = payout.basisUnits ?? BigInt(String(row.detail.basisUnits))
  return recordLines(db, { token, payout, paid, basisUnits, now })
}

type Paid = { address: string; units: bigint; txHash: string; paidAt: Date }
type Recording = { token: TokenRow; payout: PayoutRow; paid: readonly Paid[]; basisUnits: bigint; now: Date }

/**
 * Records paid holders of a locked coupon, and its new state. Returns the number of webhook messages written to the
 * outbox.
 */
export async function recordLines(db: Database, { token, payout, paid, basisUnits, now }: Recording): Promise<number> {
  const lines = paid.map((line) => ({
    payoutId: payout.id,
    businessId: payout.businessId,
    tokenId: token.id,
    ...line,
    amountUnits: amountOf(payout, line.units),
    state: 'PAID' as const,
  }))
  for (let at = 0; at < lines.length; at += ROWS_PER_INSERT)
    await db.insert(tokenPayoutLines).values(lines.slice(at, at + ROWS_PER_INSERT))
  if (lines.length === 0) return 0
  const paidBasisUnits = lines.reduce((sum, { units }) => sum + units, payout.paidBasisUnits)
  const paidUnits = lines.reduce((sum, { amountUnits }) => sum + amountUnits, payout.paidUnits)
  const status = paidBasisUnits === basisUnits ? ('PAID' as const) : ('PAYING' as const)
  const after = { ...payout, basisUnits, paidBasisUnits, paidUnits, fundedUnits: paidUnits, status }
  await db
    .update(tokenPayouts)
    .set({ basisUnits, paidBasisUnits, paidUnits, fundedUnits: paidUnits, status, updatedAt: now })
    .where(eq(tokenPayouts.id, payout.id))
  return publishCouponEvents(db, token, eventsOf(payout, after), now)
}

/** Completed lines, with their transactions. */
function readPaid(db: Database, operationId: string) {
  return db
    .select({
      address: tokenItems.address,
      units: sql<string>`${tokenItems.amountUnits}`.mapWith(tokenItems.amountUnits),
      txHash: sql<string>`${tokenSteps.txHash}`,
    })
    .from(tokenItems)
    .innerJoin(
      tokenSteps,
      and(
        eq(tokenSteps.operationId, tokenItems.operationId),
        eq(tokenSteps.status, 'DONE'),
        isNotNull(tokenSteps.txHash),
        sql`${tokenItems.line} between ${tokenSteps.firstLine} and ${tokenSteps.firstLine} + ${tokenSteps.lineCount} - 1`,
      ),
    )
    .where(and(eq(tokenItems.operationId, operationId), eq(tokenItems.status, 'COMPLETED')))
    .orderBy(tokenItems.line)
}

/** The events of a coupon between two states, in order. */
function eventsOf(before: PayoutRow, after: PayoutRow): CouponEvent[] {
  const at = (status: CouponEvent['payout']['status']) => ({ ...after, status })
  const isFirst = before.basisUnits === null
  return [
    ...(before.status === 'SCHEDULED' ? [{ kind: 'token.coupon.recorded' as const, payout: at('RECORDED') }] : []),
    ...(isFirst ? [{ kind: 'token.coupon.funded' as const, payout: at('FUNDED') }] : []),
    ...(after.status === 'PAID' ? [{ kind: 'token.coupon.paid' as const, payout: after }] : []),
  ]
}
