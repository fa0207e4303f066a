import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { WorkerCtx } from '@/server/ctx'

const units = z.string().transform((text) => BigInt(text))
const flyingRow = z.object({
  walletId: z.uuid(),
  count: z.number(),
  nativeUnits: units,
  tokens: z.record(z.string(), units),
})

/** A wallet's amounts that are signed and in no confirmed block yet; planning treats them as spent. */
type InFlight = z.infer<typeof flyingRow>

/** The sums in flight by wallet, and the highest cost of all of them for the fee payer. */
export type ChainInFlight = { wallets: Map<string, InFlight>; feePayerLamports: bigint }

/**
 * Sums of the wallets' signed transfers that are not mined, without the transfers in `without`, which are about to be
 * signed again. The fee payer's sum is over the whole chain.
 */
export async function loadInFlight(
  { db }: WorkerCtx,
  chainId: number,
  { without, walletIds }: { without: readonly string[]; walletIds: readonly string[] },
): Promise<ChainInFlight> {
  const rows = await db.execute(sql`
    with open as (
      select t.id, t.wallet_id, t.token_address, t.amount_units from transactions t
      where t.chain_id = ${chainId} and t.status = 'PENDING' and t.stage in ('signed', 'broadcast')
        and t.id not in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(without)}::jsonb))
        and t.wallet_id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(walletIds)}::jsonb))
    ), tokens as (
      select wallet_id, jsonb_object_agg(token_address, units) as tokens from (
        select wallet_id, token_address, sum(amount_units)::text as units from open where token_address is not null group by 1, 2) s
      group by 1
    )
    select open.wallet_id as "walletId", count(*)::int as count,
      coalesce(sum(amount_units) filter (where token_address is null), 0)::text as "nativeUnits",
      coalesce((select tokens from tokens where tokens.wallet_id = open.wallet_id), '{}'::jsonb) as tokens
    from open group by open.wallet_id`)
  const [cost] = await db.execute(sql`
    select coalesce(sum(a.max_fee_per_gas), 0)::text as lamports
    from transactions t join transaction_attempts a on a.chain_id = t.chain_id and a.tx_hash = t.tx_hash
    where t.chain_id = ${chainId} and t.status = 'PENDING' and t.stage in ('signed', 'broadcast')
      and t.id not in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(without)}::jsonb))`)
  const wallets = z.array(flyingRow).parse([...rows])
  return {
    wallets: new Map(wallets.map((row) => [row.walletId, row])),
    feePayerLamports: z.object({ lamports: units }).parse(cost).lamports,
  }
}
