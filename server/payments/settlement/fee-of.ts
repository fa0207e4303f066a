import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { paymentReceipts } from '@/db/schema'
import { divideDown } from '@/server/money/rounding'

/** One fee that a provider reports for several receipts together. */
export type SharedFee = { providerTxnIds: string[]; units: bigint; feeUnits: bigint }

type Kept = { provider: string; units: bigint; feeUnits: bigint; sharedFee?: SharedFee }

/**
 * The fee to book for a receipt. A shared fee is split: each receipt gets its share of what earlier ones left, and the
 * last one the rest, so that they add up to the provider's fee in any order. Locks the shared fee until the transaction
 * ends.
 */
export async function feeOf(db: Database, { provider, units, feeUnits, sharedFee }: Kept): Promise<bigint> {
  const [first] = sharedFee?.providerTxnIds ?? []
  if (!sharedFee || first === undefined) return feeUnits
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`shared fee ${provider} ${first}`}, 0))`)
  const [booked] = await db
    .select({
      units: sql<string>`coalesce(sum(${paymentReceipts.units}), 0)`.mapWith(BigInt),
      feeUnits: sql<string>`coalesce(sum(${paymentReceipts.feeUnits}), 0)`.mapWith(BigInt),
    })
    .from(paymentReceipts)
    .where(
      and(eq(paymentReceipts.provider, provider), inArray(paymentReceipts.providerTxnId, sharedFee.providerTxnIds)),
    )
  const left = sharedFee.feeUnits - (booked?.feeUnits ?? 0n)
  const unbooked = sharedFee.units - (booked?.units ?? 0n)
  const fee = unbooked > units ? divideDown(left * units, unbooked) : left
  return fee < 0n ? 0n : fee > units ? units : fee
}
