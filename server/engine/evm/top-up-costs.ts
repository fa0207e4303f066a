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

/** The factor if the gas of a top-up is not used: its way to the wallet, and back by a return of the float. */
const BOTH_WAYS = 2

/**
 * The cost of the top-ups of these transactions, in native units, by id of the charged transaction. Once a top-up is
 * final it is the fee; before, it is the maximum, since a reorg may put it into a more expensive block. If the
 * transaction ended without being sent, the gas is left in the wallet, and the cost is doubled to pay for its return.
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
 * The highest possible cost of a top-up to an address that is requested now, in native units. Throws
 * RpcUnavailableError, RpcError.
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
