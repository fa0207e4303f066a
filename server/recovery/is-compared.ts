import { workerCtx } from '@/server/ctx'
import { findRecovery } from './find-recovery'
import { canSend, isRecovering, recovering } from './is-recovering'

/** Whether the database has everything that this chain executed, as far as checks and recoveries know. */
export async function isCompared(chainId: number): Promise<boolean> {
  return (await canSend(chainId)) || (await isLevel(chainId))
}

/**
 * Required of a person who ends what waits to be sent: during a recovery the chain may have executed it, until the
 * newest comparison found the database level with it. Throws recovering (503, with `retryAfter`).
 */
export async function requireCompared(chainId: number): Promise<void> {
  if ((await isRecovering()) && !(await isLevel(chainId))) throw recovering()
}

async function isLevel(chainId: number): Promise<boolean> {
  const recovery = await findRecovery(workerCtx())
  return recovery?.findings.some((finding) => finding.chainId === chainId && finding.state === 'level') ?? false
}
