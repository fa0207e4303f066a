import type { Fees } from '@/server/chains/evm/read-market'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { coverCosts, type Payer } from './cover-holds'
import { loadPlatformCosts, worstTopUps } from './platform-costs'

/**
 * A signed transaction whose wallet lacks gas, its maximum cost in native units, and the fees at which the wallet is
 * filled.
 */
type Filling = { payer: Payer; address: string; worstUnits: bigint; fees: Fees }

/**
 * The ids of transactions whose holds also cover a top-up for their wallets, raised where needed. Throws
 * RpcUnavailableError, RpcError.
 */
export async function coverTopUps(
  ctx: WorkerCtx,
  chain: Chain,
  fillings: readonly Filling[],
): Promise<ReadonlySet<string>> {
  if (fillings.length === 0) return new Set()
  const worstTopUp = await worstTopUps(ctx, chain)
  const ids = fillings.map(({ payer }) => payer.id)
  const servedUnits = await loadPlatformCosts(ctx.db, chain, ids)
  const covers = await Promise.all(
    fillings.map(async ({ payer, address, worstUnits, fees }) => ({
      payer,
      worstUnits: worstUnits + servedUnits(payer.id) + (await worstTopUp({ address, fees })),
    })),
  )
  const shortfalls = await coverCosts(chain, covers)
  return new Set(covers.flatMap((cover) => (shortfalls.has(cover) ? [] : [cover.payer.id])))
}
