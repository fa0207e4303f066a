import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import type { Holdings } from './holdings'

const row = z.object({ address: z.string(), units: z.string().transform((text) => BigInt(text)) })

/**
 * The platform's coins for gas that are in wallets at a block, by address; wallets without any are left out. A top-up
 * counts from its block, and gas is paid from these coins first. The caller has checked that the addresses are the
 * tenant's.
 */
export async function readPlatformUnits(
  { db }: Pick<WorkerCtx, 'db'>,
  { chainId }: Chain,
  { blockNumber, ofAddress }: Holdings,
): Promise<ReadonlyMap<string, bigint>> {
  const block = blockNumber.toString()
  const rows = await db.execute(sql`
    select l.address, greatest(l.gas_float_units + came.units - spent.units, 0)::text as units
    from lanes l
    cross join lateral (
      select coalesce(sum(case
        when t.status = 'PENDING' and t.stage = 'mined' and t.receipt_succeeded and t.block_number <= ${block}::numeric then t.amount_units
        when t.status = 'COMPLETED' and t.block_number > ${block}::numeric then -t.amount_units
        else 0 end), 0) as units
      from transactions t where t.chain_id = l.chain_id and t.to_address = l.address and t.type = 'GAS_TOPUP'
    ) came
    cross join lateral (
      select coalesce(sum(t.fee_wei + case when t.type = 'FLOAT_RETURN' and t.receipt_succeeded then t.amount_units else 0 end), 0) as units
      from transactions t where t.chain_id = l.chain_id and t.lane_wallet_id = l.wallet_id and t.status = 'PENDING' and t.stage = 'mined'
        and t.block_number <= ${block}::numeric
    ) spent
    where l.chain_id = ${chainId} and l.address in (select jsonb_array_elements_text(${JSON.stringify([...ofAddress.keys()])}::jsonb))`)
  const read = z.array(row).parse([...rows])
  return new Map(read.flatMap(({ address, units }) => (units > 0n ? [[address, units] as const] : [])))
}
