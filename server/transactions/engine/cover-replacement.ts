import type { Fees } from '@/server/chains/evm/fees'
import { l1FeeUpperBound } from '@/server/chains/evm/l1-fee'
import type { Chain } from '@/server/chains/registry'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import { raiseHold } from '@/server/ledger/raise-hold'
import { usdMicrosUp } from '@/server/money/usd'
import { isCovered } from './cover-holds'
import { delegationCosts } from './delegation-costs'
import { loadAsCarried } from './load-as-carried'
import type { StuckRow } from './load-stuck'
import { costOf } from './read-turn'

/** Whether the business's hold covers a dearer form of a signed transaction; raises it where the balance allows. */
export async function coverReplacement(ctx: WorkerCtx, chain: Chain, row: StuckRow, fees: Fees): Promise<boolean> {
  const [newest] = row.attempts
  if (chain.gasPolicy !== 'debited' || !newest) return true
  const worstUnits = newest.gasLimit * fees.maxFeePerGas + (await l1FeeUpperBound(chain, newest.raw.length / 2))
  if (row.servedTransactionId !== null)
    return coverDelegation(ctx, chain, { ...row, servedTransactionId: row.servedTransactionId }, { fees, worstUnits })
  if (row.nativePriceE8 === null) return true
  const delegation = (await delegationCosts(ctx.db, [row.id])).get(row.id) ?? 0n
  const toMicros = usdMicrosUp(worstUnits + delegation, chain.nativeDecimals, row.nativePriceE8)
  return inWorker(({ db }) => raiseHold(db, { businessId: row.businessId, transactionId: row.id, toMicros }))
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
  return isCovered(chain, { queued, ...(await costOf({ chain, fees }, queued)) }, worstUnits)
}
