import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { toEnding } from '@/server/ledger/to-ending'

/** The cost of an ended transaction's mined attempts, in micro-dollars rounded up; 0 if none was mined. */
type GasCharge = { businessId: string; transactionId: string; chargeMicros: bigint }

/**
 * Charges ended transactions for their gas, up to their holds, and releases the rest. One statement for all, which also
 * writes `fee_charged_micros` (0 if nothing was held because the platform paid). Settles each transaction once: repeats
 * change nothing. Run it in the database transaction that ends them.
 */
export async function settleGas(db: Database, charges: GasCharge[]): Promise<void> {
  if (charges.length === 0) return
  const endings = charges.map(({ businessId, transactionId, chargeMicros }) =>
    toEnding({
      businessId,
      reference: { type: 'transaction', id: transactionId },
      units: chargeMicros,
      to: { businessId, currency: 'USD', kind: 'gas' },
      reason: 'Actual gas',
      createdBy: 'system:engine',
    }),
  )
  await db.execute(sql`
    with charge as (
      select distinct on (e ->> 'referenceId') (e ->> 'referenceId')::uuid as id, (e ->> 'businessId')::uuid as business_id,
        (e ->> 'chargeUnits')::numeric as micros, e as ending
      from jsonb_array_elements(${JSON.stringify(endings)}::jsonb) as x(e)
    ), open as (
      select t.id, t.fee_hold_micros as held, c.ending || case when c.micros > t.fee_hold_micros
        then '{"reason": "Actual gas; the platform bore what exceeds the hold"}'::jsonb else '{}' end as ending
      from transactions t join charge c on c.id = t.id and c.business_id = t.business_id
      where t.fee_charged_micros is null
      order by t.id for update of t
    ), ended as (
      select reference_id as id, charged_units from end_holds((select jsonb_agg(ending) from open where held > 0))
    )
    update transactions t set fee_charged_micros = coalesce(e.charged_units, 0), updated_at = now()
    from open o left join ended e on e.id = o.id where t.id = o.id`)
}
