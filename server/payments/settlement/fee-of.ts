import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { paymentReceipts } from '@/db/schema'
import { divideDown } from '@/server/money/rounding'

/** A provider's fee for several receipts together, where it reports none for each of them. */
export type SharedFee = { providerTxnIds: string[]; units: bigint; feeUnits: bigint }

type Kept = { provider: string; units: bigint; feeUnits: bigint; sharedFee?: SharedFee }

/**
 * The fee to book for a receipt. For a shared fee it is a share of what earlier receipts left; the last one takes the
 * rest, so that together they are the provider's fee, in any order and any number of answers. Locks out the others
 * until the transaction ends.
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
