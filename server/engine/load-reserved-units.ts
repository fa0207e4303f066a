import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { WorkerCtx } from '@/server/ctx'
import { flaggedUnits } from '@/server/screening/flagged-units'

const reservedRow = z.object({ id: z.string(), units: z.string().transform((text) => BigInt(text)) })

/**
 * The units of its asset that each sweep leaves in its wallet, by transaction id: what is flagged there, and what its
 * rule keeps. Without sweeps that leave nothing, and without recoveries, which two operators decide. Read it behind the
 * balances, so that no flag of what they hold is missed.
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
