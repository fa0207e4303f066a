import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { newId } from '@/db/new-id'
import { toRow } from '@/server/ledger/journal'
import type { Raised } from '@/server/ledger/raised'

/**
 * Raises what is held for a transaction's gas to `toMicros`, before a dearer replacement is signed; one statement, which also writes
 * `fee_hold_micros`. Not covered: the balance is short, or the transaction is settled or another business's.
 * Covered without a change when that much is held already, or the platform pays (nothing is held).
 */
export async function raiseGas(
  db: Database,
  { businessId, transactionId, toMicros }: { businessId: string; transactionId: string; toMicros: bigint },
): Promise<Raised> {
  const journal = toRow({
    id: newId(),
    businessId,
    kind: 'raise',
    reference: { type: 'transaction', id: transactionId },
    reason: 'Gas became dearer',
    createdBy: 'system:engine',
  })
  const [row] = await db.execute<{ held: boolean; raised: boolean; available: string }>(sql`
    with open as (
      select id, fee_hold_micros as held from transactions
      where id = ${transactionId} and business_id = ${businessId} and fee_charged_micros is null
      for update
    ), missing as (
      select id from open where held > 0 and held < ${toMicros.toString()}::numeric
    ), tried as (
      select id, raise_hold(${JSON.stringify(journal)}::jsonb, 'USD', ${toMicros.toString()}::numeric) as short from missing
    ), raised as (
      update transactions t set fee_hold_micros = ${toMicros.toString()}::numeric, updated_at = now()
      from tried where t.id = tried.id and tried.short is null
      returning 1
    )
    select (select count(*) from open) > (select count(*) from missing) as held, exists (select 1 from raised) as raised,
      coalesce((select short from tried), 0)::text as available`)
  if (row?.held === true || row?.raised === true) return { isCovered: true }
  return { isCovered: false, availableMicros: BigInt(row?.available ?? 0) }
}
