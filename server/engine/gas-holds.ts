import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '@/db/client'
import { actorName } from '@/server/actor-name'
import type { Tenant } from '@/server/ctx'
import { type Hold, type RaiseResult, toEnding, toRaise } from '@/server/ledger/holds'
import { insufficientGas } from '@/server/ledger/insufficient-gas'
import type { Posted } from '@/server/ledger/post-journals'

/**
 * The hold of a transaction's worst-case gas, in micro-dollars of the business's balance; null if there is nothing to
 * hold. The statement that makes it also inserts the row, with the same `fee_hold_micros`. Afterwards `raiseGas` and
 * `settleGas` keep the row's fee columns.
 */
export function gasHold(
  { businessId, actor }: Pick<Tenant, 'businessId' | 'actor'>,
  { transactionId, micros }: { transactionId: string; micros: bigint },
): Hold | null {
  if (micros < 0n) throw new Error('a hold cannot be negative')
  if (micros === 0n) return null
  return {
    businessId,
    reference: { type: 'transaction', id: transactionId },
    currency: 'USD',
    units: micros,
    reason: 'Worst-case gas',
    createdBy: actorName(actor),
  }
}

/** Throws payment_required, with the needed and the available amount, where the balance was short of a hold. */
export function requireHeld(held: Posted, neededMicros: bigint): void {
  if (!held.isCovered)
    throw insufficientGas('balance_insufficient', { neededMicros, availableMicros: held.availableUnits })
}

/** A transaction, and the amount to hold for its gas in micro-dollars. */
type GasRaise = { businessId: string; transactionId: string; toMicros: bigint }

const outcome = z.object({ isCovered: z.boolean(), availableMicros: z.string().transform((text) => BigInt(text)) })

/**
 * Raises the gas holds of transactions before more expensive replacements are signed, in one statement that also writes
 * `fee_hold_micros`. Judges each separately and answers in the given order. Not covered: the balance is short, or the
 * transaction is settled or belongs to another business. Covered without a change: enough is held already, or the
 * platform pays and nothing is held.
 */
export async function raiseGas(db: Database, raises: readonly GasRaise[]): Promise<RaiseResult[]> {
  if (raises.length === 0) return []
  const requested = raises.map(({ businessId, transactionId, toMicros }) =>
    toRaise({
      businessId,
      reference: { type: 'transaction', id: transactionId },
      currency: 'USD',
      units: toMicros,
      reason: 'Gas became more expensive',
      createdBy: 'system:engine',
    }),
  )
  const rows = await db.execute(sql`
    with requested as (
      select r as raise, (r ->> 'id')::uuid as journal_id, (r ->> 'referenceId')::uuid as id, (r ->> 'businessId')::uuid as business_id,
        (r ->> 'toUnits')::numeric as micros, n
      from jsonb_array_elements(${JSON.stringify(requested)}::jsonb) with ordinality as x(r, n)
    ), open as (
      select id, business_id, fee_hold_micros as held from transactions
      where id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(raises.map(({ transactionId }) => transactionId))}::jsonb))
        and fee_charged_micros is null
      order by id for update
    ), missing as (
      select w.* from requested w join open o using (id, business_id) where o.held > 0 and o.held < w.micros
    ), tried as (
      select journal_id, short_of from raise_holds((select jsonb_agg(raise order by n) from missing))
    ), raised as (
      update transactions t set fee_hold_micros = c.micros, updated_at = now()
      from (select m.id, max(m.micros) as micros from missing m join tried using (journal_id) where short_of is null group by 1) c
      where t.id = c.id
    )
    select o.id is not null and h.short_of is null as "isCovered", coalesce(h.short_of, 0)::text as "availableMicros"
    from requested w left join open o using (id, business_id) left join tried h using (journal_id) order by w.n`)
  return z
    .array(outcome)
    .parse([...rows])
    .map(({ isCovered, availableMicros }) => (isCovered ? { isCovered } : { isCovered, availableMicros }))
}

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
