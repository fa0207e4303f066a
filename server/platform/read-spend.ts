import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { OperatorCtx } from '@/server/ctx'
import type { TreasuryWallet } from './list-treasury-wallets'

/** Base units of the native coin that left the platform, by chain and address. */
export type Spend = { dayUnits: bigint; weekUnits: bigint }

const units = z.string().transform((text) => BigInt(text))
const spendRow = z.object({ chainId: z.number(), address: z.string(), dayUnits: units, weekUnits: units })

/**
 * The spending of the platform's wallets: fees of their transactions, and native coins sent to wallets that are not the
 * platform's (top-ups and others), less returned floats. On Solana the platform's fee payer pays for every sender.
 */
export async function readSpend(
  { db }: Pick<OperatorCtx, 'db'>,
  wallets: readonly TreasuryWallet[],
): Promise<Map<string, Spend>> {
  const evm = JSON.stringify(wallets.filter(({ chainType }) => chainType === 'EVM').map(({ address }) => address))
  const solana = wallets.find(({ chainType }) => chainType === 'SOLANA')?.address ?? null
  const rows = await db.execute(sql`
    with ours as (select value as address from jsonb_array_elements_text(${evm}::jsonb)), paid as (
      select t.chain_id, t.sender_address as address, t.mined_at, coalesce(t.fee_wei, 0)
        + case when t.type in ('GAS_TOPUP', 'TRANSFER', 'SWEEP') and t.token_address is null and t.status = 'COMPLETED' and t.to_address not in (select address from ours) then t.amount_units else 0 end as units
      from transactions t where t.sender_address in (select address from ours) and t.chain_type = 'EVM' and t.mined_at > now() - interval '7 days'
      union all
      select t.chain_id, t.to_address, t.mined_at, -t.amount_units
      from transactions t where t.type = 'FLOAT_RETURN' and t.status = 'COMPLETED' and t.mined_at > now() - interval '7 days'
      union all
      select t.chain_id, ${solana}::text, t.mined_at, coalesce(t.fee_wei, 0) from transactions t
      where t.chain_type = 'SOLANA' and ${solana}::text is not null and t.mined_at > now() - interval '7 days'
    )
    select chain_id as "chainId", address, greatest(coalesce(sum(units) filter (where mined_at > now() - interval '1 day'), 0), 0)::text as "dayUnits",
      greatest(sum(units), 0)::text as "weekUnits" from paid group by 1, 2`)
  return new Map(
    z
      .array(spendRow)
      .parse([...rows])
      .map(({ chainId, address, dayUnits, weekUnits }) => [`${chainId} ${address}`, { dayUnits, weekUnits }]),
  )
}
