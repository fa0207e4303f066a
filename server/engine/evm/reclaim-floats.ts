import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { chainDue } from '@/inngest/events'
import { isTransient } from '@/server/alarms/is-transient'
import { isEligibleRow, parseValidRows } from '@/server/alarms/row-faults'
import { currentFees } from '@/server/chains/evm/fees'
import { REPLACEMENTS_PERCENT, TRANSFER_BYTES } from '@/server/chains/evm/gas-figures'
import { transferGasLimit } from '@/server/chains/evm/gas-limit'
import { l1FeeUpperBound } from '@/server/chains/evm/l1-fee'
import { type Chain, listChains } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { logger } from '@/server/logger'
import { listPlatformWallets } from '@/server/platform/gas-wallet'
import { platformTransaction } from '@/server/platform/top-up'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { insertTransactions } from '@/server/queue/insert-transactions'
import { wake } from '@/server/waking/wake'

/** A wallet without transfers in either direction for this time has no use for the platform's coins. */
const IDLE_MINUTES = 10
const RETURNED_PER_RUN = 100

const idleRow = z.object({
  walletId: z.string(),
  address: z.string(),
  addressIndex: z.number(),
  floatUnits: z.string().transform((text) => BigInt(text)),
})

const named = idleRow.pick({ walletId: true })

/**
 * Queues the return of floats from idle wallets to the gas wallet if they are worth more than the fee. A unique index
 * allows one return for each wallet; a wallet that is used again keeps its float. Returns the number queued. Skips
 * chains that do not answer.
 */
export async function reclaimFloats(ctx: WorkerCtx, { idleMinutes = IDLE_MINUTES } = {}): Promise<number> {
  let queued = 0
  for (const chain of await listChains()) {
    if (chain.chainType !== 'EVM' || chain.rpcUrls.length === 0) continue
    try {
      queued += await reclaimOn(ctx, chain, idleMinutes)
    } catch (error) {
      if (!isTransient(error))
        logger().error(
          { err: error, chainId: chain.chainId, failed: `floats of chain ${chain.chainId}` },
          'floats of a chain cannot be reclaimed',
        )
    }
  }
  return queued
}

async function reclaimOn(ctx: WorkerCtx, chain: Chain, idleMinutes: number): Promise<number> {
  const idle = await loadIdle(ctx, chain.chainId, idleMinutes)
  const gas = (await listPlatformWallets(ctx)).find((wallet) => wallet.purpose === 'GAS')
  if (idle.length === 0 || !gas) return 0
  const [{ maxFeePerGas }, l1Fee] = await Promise.all([currentFees(chain), l1FeeUpperBound(chain, TRANSFER_BYTES)])
  const call = { from: gas.address, toAddress: gas.address, tokenAddress: null, amountUnits: 1n }
  // The planner drops the return if gas gets more expensive than this.
  const worstFee = (((await transferGasLimit(chain, call)) * maxFeePerGas + l1Fee) * REPLACEMENTS_PERCENT) / 100n
  const rows = idle.flatMap(({ walletId, address, addressIndex, floatUnits }) => {
    const amountUnits = floatUnits - worstFee
    if (amountUnits <= worstFee) return []
    const from = { walletId, laneWalletId: walletId, fromAddress: address, addressIndex }
    const transfer = { type: 'FLOAT_RETURN' as const, toAddress: gas.address, amountUnits }
    return [{ ...platformTransaction(chain, gas), ...from, ...transfer }]
  })
  if (rows.length === 0) return 0
  const made = await insertTransactions(ctx.db, rows)
  wake(chainDue, { chainId: chain.chainId })
  return made
}

/**
 * Wallets with a float that has not changed for a while, without open transactions: a transaction may wait for its
 * approval for days.
 */
async function loadIdle({ db, now }: WorkerCtx, chainId: number, idleMinutes: number) {
  const rows = await db.execute(sql`
    with open as (
      select wallet_id, lane_wallet_id, to_address, type from transactions
      where chain_id = ${chainId} and status = 'PENDING' and stage <> 'awaiting_approval'
    )
    select l.wallet_id as "walletId", l.address, w.address_index as "addressIndex", l.gas_float_units::text as "floatUnits"
    from lanes l join wallets w on w.id = l.wallet_id
    where l.chain_id = ${chainId} and l.gas_float_units > 0 and l.business_id <> ${PLATFORM_BUSINESS_ID}
      and l.updated_at <= now() - make_interval(mins => ${idleMinutes})
      and l.wallet_id not in (select wallet_id from open)
      and l.wallet_id not in (select lane_wallet_id from open where lane_wallet_id is not null)
      and l.address not in (select to_address from open where type = 'GAS_TOPUP')
      and ${isEligibleRow(sql`l.wallet_id`, { noun: 'lane', now: now(), only: null })}
    order by l.gas_float_units desc limit ${RETURNED_PER_RUN}`)
  const nameOf = (row: unknown) => ({ noun: 'lane' as const, id: named.parse(row).walletId, chainId })
  return parseValidRows(idleRow, rows, { now: now(), nameOf })
}
