import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '@/db/client'
import { TRANSFER_BYTES } from '@/server/chains/evm/gas-figures'
import { transferGasLimit } from '@/server/chains/evm/gas-limit'
import { l1FeeUpperBound } from '@/server/chains/evm/l1-fee'
import type { Fees } from '@/server/chains/evm/read-market'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { findGasWallet } from '@/server/platform/gas-wallet'
import { worstFeeOf } from './worst-fee'

const costRow = z.object({ id: z.string(), units: z.string().transform((text) => BigInt(text)) })

/** Where what was brought is not used: there, and back by a return of the float. */
const BOTH_WAYS = 2

/**
 * What the top-ups cost that were made for these transactions, in native units, by the transaction that is charged:
 * their fee once it is final, before that the most they may cost, since a reorg may put them into a dearer block. One
 * that ended without being sent left what they brought in the wallet, and is charged as much again for its way back.
 */
export async function topUpCosts(db: Database, transactionIds: readonly string[]): Promise<Map<string, bigint>> {
  if (transactionIds.length === 0) return new Map()
  const rows = await db.execute(sql`
    select s.id, (sum(greatest(t.fee_wei, w.fee, 0))
      * case when s.status = 'FAILED' and s.fee_wei is null then ${BOTH_WAYS}::int else 1 end)::text as units
    from transactions t join transactions s on s.id = t.served_transaction_id left join lateral (
      select max(${worstFeeOf('a')}) as fee from transaction_attempts a where a.transaction_id = t.id and t.status = 'PENDING'
    ) w on true
    where t.type = 'GAS_TOPUP'
      and t.served_transaction_id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(transactionIds)}::jsonb))
    group by s.id, s.status, s.fee_wei`)
  return new Map(
    z
      .array(costRow)
      .parse([...rows])
      .map(({ id, units }) => [id, units]),
  )
}

/**
 * What a top-up to an address that is asked for now may cost at most, in native units. Throws RpcUnavailableError,
 * RpcError.
 */
export async function worstTopUps(
  ctx: WorkerCtx,
  chain: Chain,
): Promise<(topUp: { address: string; fees: Fees }) => Promise<bigint>> {
  const gas = await findGasWallet(ctx)
  return async ({ address, fees }) => {
    const call = { from: gas?.address ?? address, toAddress: address, tokenAddress: null, amountUnits: 1n }
    return (await transferGasLimit(chain, call)) * fees.maxFeePerGas + (await l1FeeUpperBound(chain, TRANSFER_BYTES))
  }
}
