import type { RecoveryView } from '@/schemas/recovery/contract'
import { listChains } from '@/server/chains/registry'
import type { OperatorCtx } from '@/server/ctx'
import { findRecovery } from './find-recovery'
import { listToReview } from './list-to-review'
import { toRecoveryView } from './view'

/** The open recovery, with the findings of the last check of the chains; null if there is none. */
export async function getRecovery(ctx: OperatorCtx): Promise<RecoveryView | null> {
  const recovery = await findRecovery(ctx)
  if (!recovery) return null
  const toReview = recovery.cause === 'stopped' ? [] : await listToReview(ctx)
  return toRecoveryView(recovery, { chains: await listChains(), toReview, now: ctx.now() })
}
