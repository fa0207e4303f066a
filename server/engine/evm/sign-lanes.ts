import { findChain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import type { LanesOrder } from '@/server/engine/signing/orders'
import { faultPoint } from '@/server/fault-point'
import { loadSignable } from './load-signable'
import { signLane } from './sign-lane'
import { type LaneBatch, type StoredAttempt, storeAttempts } from './store-attempts'

/** The stored signatures, and each wallet whose lane could not be signed for, with the error. */
export type SignedLanes = { stored: StoredAttempt[]; failed: { walletId: string; error: unknown }[] }

/**
 * Signs the transactions of lanes and stores them under the lanes' fences. It returns a signature only after its row is
 * stored, and signs no nonce twice. A lane that cannot be signed for does not stop the others. Throws LeaseLostError,
 * recovering.
 */
export async function signLanes(ctx: WorkerCtx, { chainId, isTrial, orders }: LanesOrder): Promise<SignedLanes> {
  const chain = await findChain(chainId)
  if (!chain) throw new Error(`chain ${chainId} is not known`)
  const ids = orders.flatMap(({ send }) => send.map(({ transactionId }) => transactionId))
  const queuedOf = await loadSignable(ctx, chainId, ids)
  const batches: LaneBatch[] = []
  const failed: SignedLanes['failed'] = []
  for (const order of orders) {
    try {
      batches.push(await signLane(ctx, { chain, queuedOf }, order))
    } catch (error) {
      failed.push({ walletId: order.lane.walletId, error })
    }
  }
  if (isTrial || batches.length === 0) return { stored: [], failed }
  faultPoint('lane-after-sign')
  const stored = await storeAttempts(chainId, batches)
  faultPoint('lane-after-store')
  return { stored, failed }
}
