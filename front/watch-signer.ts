import { setTimeout as wait } from 'node:timers/promises'
import { workerCtx } from '@/server/ctx'
import { proveSigner, signerState } from '@/server/installation/signer-state'
import { reportKeyProblem } from '@/server/installation/watch-keys'
import { logger } from '@/server/logger'
import { holdsSeeds } from '@/server/separate-signer'

const EVERY_MS = 5_000

/** Checks a separate signer every five seconds: readiness and an alarm report its problem. Ends with the signal. */
export async function watchSigner(signal: AbortSignal, everyMs = EVERY_MS): Promise<void> {
  if (holdsSeeds()) return
  while (!signal.aborted) {
    await poll()
    await wait(everyMs, undefined, { signal, ref: false }).catch(() => {})
  }
}

async function poll(): Promise<void> {
  const problem = await proveSigner()
  const known = signerState()
  const state = problem?.fault ?? 'ok'
  if (problem && known.state !== state) logger().warn({ keyId: problem.keyId }, problem.message)
  if (!problem && known.state !== 'ok' && known.state !== 'not_proven') logger().info('the signer answers again')
  known.state = state
  // Postgres may be away as well; the next check reports it.
  if (problem) await reportKeyProblem(workerCtx(), problem).catch(() => {})
}
