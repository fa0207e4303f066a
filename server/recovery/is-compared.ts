import { workerCtx } from '@/server/ctx'
import { findRecovery } from './find-recovery'
import { canSend, recovering } from './is-recovering'

/**
 * Whether what waits to be sent on a chain may end unsent. While the database may be older than the chain, the chain
 * may have executed it: until the newest comparison of a recovery found them level.
 */
export async function isCompared(chainId: number): Promise<boolean> {
  if (await canSend(chainId)) return true
  const recovery = await findRecovery(workerCtx())
  return recovery?.findings.some((finding) => finding.chainId === chainId && finding.state === 'level') ?? false
}

/** Throws recovering (503, with `retryAfter`) where it may not. */
export async function requireCompared(chainId: number): Promise<void> {
  if (!(await isCompared(chainId))) throw recovering()
}
