import type { Fees } from '@/server/chains/evm/read-market'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { coverCost } from './cover-cost'
import { type Dearer, worstOf } from './cover-from-floats'
import { coverPlanned } from './cover-holds'
import { loadAsCarried } from './load-as-carried'
import type { StuckRow } from './load-stuck'
import { costOf } from './read-turn'
import { servedCosts } from './served-costs'

/**
 * Whether the business's hold, or its reservation where the platform pays, covers a dearer form of a signed transaction; raises it where
 * the balance or the day's budget allows. Earlier forms are covered already, so a cancelling one asks for its own gas alone.
 */
export async function coverReplacement(ctx: WorkerCtx, chain: Chain, dearer: Dearer): Promise<boolean> {
  const { row, fees } = dearer
  const worstUnits = await worstOf(chain, dearer)
  if (row.servedTransactionId !== null)
    return coverDelegation(ctx, chain, { ...row, servedTransactionId: row.servedTransactionId }, { fees, worstUnits })
  const servedUnits = (await servedCosts(ctx.db, chain, [row.id]))(row.id)
  return (await coverCost(chain, row, worstUnits + servedUnits)) === null
}

/** A delegation is held for with the transaction that needs it; once that has ended it was charged, and the platform bears the rest. */
async function coverDelegation(
  ctx: WorkerCtx,
  chain: Chain,
  { servedTransactionId, laneWalletId }: StuckRow & { servedTransactionId: string },
  { fees, worstUnits }: { fees: Fees; worstUnits: bigint },
): Promise<boolean> {
  const [queued] = await loadAsCarried(ctx, [servedTransactionId], laneWalletId)
  if (!queued) return true
  return (await coverPlanned(chain, { queued, ...(await costOf({ chain, fees }, queued)) }, worstUnits)) === null
}
