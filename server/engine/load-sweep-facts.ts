import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { WorkerCtx } from '@/server/ctx'
import { flaggedUnits } from '@/server/screening/flagged-units'

/** The amount that a sweep of a rule may still move, by the facts at its acceptance. */
export type JudgedSweep = {
  /**
   * The units of its asset that were free at the block it was judged by, less what its wallet sent after that block.
   * What is in flight is not subtracted. The deposits of later blocks are not in it: they may be flagged.
   */
  freeUnits: bigint
  /**
   * A call of its wallet is in flight, or was mined after that block. Its row does not have the moved amount, so the
   * free amount is unknown.
   */
  isOutdated: boolean
}

const judgedRow = z.object({
  id: z.string(),
  freeUnits: z.string().transform((text) => BigInt(text)),
  isOutdated: z.boolean(),
})

/**
 * The results of checking the queued sweeps of rules, by transaction id. Sweeps of payments are not included, because
 * they move the amounts of certain deposits. Read it after the transactions in flight: one that is mined in between
 * counts twice, and is never missed.
 */
export async function loadJudgedSweeps(
  { db }: WorkerCtx,
  queued: readonly { id: string; type: string }[],
): Promise<ReadonlyMap<string, JudgedSweep>> {
  const ids = queued.flatMap(({ id, type }) => (type === 'SWEEP' ? [id] : []))
  if (ids.length === 0) return new Map()
  const rows = await db.execute(sql`
    select t.id, (coalesce(s.free_units, 0) - landed.units)::text as "freeUnits",
      s.judged_block is null or landed.has_calls or exists (select from transactions f
        where f.chain_id = t.chain_id and f.status = 'PENDING' and f.stage in ('signed', 'broadcast') and f.wallet_id = t.wallet_id
          and f.id <> t.id and f.call_data is not null) as "isOutdated"
    from transactions t join sweeps s on s.transaction_id = t.id join chains c on c.chain_id = t.chain_id
      cross join lateral (
        select coalesce(bool_or(o.call_data is not null and o.receipt_succeeded is not false), false) as has_calls, coalesce(sum(
          case when o.token_address is not distinct from t.token_address and o.type <> 'FLOAT_RETURN' and o.receipt_succeeded is not false
            then o.amount_units else 0 end
          + case when t.token_address is null and c.chain_type = 'EVM' and c.gas_policy <> 'debited' and o.lane_wallet_id = t.wallet_id
            then coalesce(o.fee_wei, 0) else 0 end), 0) as units
        from transactions o where o.wallet_id = t.wallet_id and o.chain_id = t.chain_id and o.block_number > s.judged_block
          and o.id <> t.id and not (o.status = 'PENDING' and o.stage <> 'mined')) landed
    where t.id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`)
  return new Map(
    z
      .array(judgedRow)
      .parse([...rows])
      .map((row) => [row.id, row]),
  )
}

const reservedRow = z.object({ id: z.string(), units: z.string().transform((text) => BigInt(text)) })

/**
 * The units of its asset that each sweep leaves in its wallet, by transaction id: flagged ones, and those that its rule
 * keeps. Without sweeps that leave nothing, and without recoveries, which two operators decide. Read it after the
 * balances, so that no flag of their units is missed.
 */
export async function loadReservedUnits(
  { db }: WorkerCtx,
  queued: readonly { id: string; type: string }[],
): Promise<ReadonlyMap<string, bigint>> {
  const ids = queued.flatMap(({ id, type }) => (type === 'SWEEP' ? [id] : []))
  if (ids.length === 0) return new Map()
  const [businessId, walletId] = [sql`t.business_id`, sql`t.wallet_id`]
  const of = { businessId, walletId, chainId: sql`t.chain_id`, tokenAddress: sql`t.token_address` }
  const rows = await db.execute(sql`
    select t.id, (flagged.units + coalesce(r.keep_units, 0))::text as units
    from transactions t left join sweep_rules r on r.id = t.sweep_rule_id
      cross join lateral (${flaggedUnits(of)}) flagged
    where t.id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))
      and not exists (select from payment_sweeps p where p.transaction_id = t.id and p.kind = 'RESCUE')`)
  const read = z.array(reservedRow).parse([...rows])
  return new Map(read.flatMap(({ id, units }) => (units > 0n ? [[id, units] as const] : [])))
}
