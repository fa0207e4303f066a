import { setTimeout as wait } from 'node:timers/promises'
import { wakeDueWorkers } from '@/inngest/workers'
import { flushRequestLog } from '@/server/api/request-log'
import { workerCtx } from '@/server/ctx'
import { listenForChanges } from '@/server/database/listen-for-changes'
import { endPools } from '@/server/database/pools'
import { reportKeyProblem } from '@/server/installation/key-watcher'
import { signerState, verifySigner } from '@/server/installation/signer-state'
import { logger } from '@/server/logger'
import { holdsSeeds } from '@/server/separate-signer'
import { flushTraces } from '@/server/tracing/start-tracing'
import { flushUsage } from '@/server/usage/flush-usage'
import { detectRestore } from './detect-restore'
import { registerUntilAccepted } from './register-until-accepted'
import { deliverLocalMessages, startSecretSharing } from './start-secret-sharing'
import { verifyPeriodically } from './verify-start'
import { watchInstallation } from './watch-installation'

const EVERY_MS = 5_000

const RETRY_MS = 1_000

/**
 * Starts the background work of the process. The returned function ends it and writes the data that is still buffered.
 */
export function startBackground(): () => Promise<void> {
  const ending = new AbortController()
  void untilItWorks(ending.signal, listenForChanges)
  // Starts unfinished work and the followers of chains now instead of at the sweeper's next minute. Only after the jobs
  // are registered, because an earlier event starts none of them.
  void registerUntilAccepted(ending.signal).then(() => untilItWorks(ending.signal, () => wakeDueWorkers(workerCtx())))
  void deliverLocalMessages(ending.signal)
  let shareSecrets = async () => {}
  void untilItWorks(ending.signal, async () => {
    shareSecrets = await startSecretSharing()
  })
  void verifyPeriodically(ending.signal)
  void watchSigner(ending.signal)
  void untilItWorks(ending.signal, detectRestore)
  void watchInstallation(ending.signal)
  return async () => {
    ending.abort()
    await Promise.all([flushRequestLog(), flushUsage(), flushTraces(), shareSecrets()])
    await endPools(1)
  }
}

/** Tries once a second until `work` succeeds, because Postgres may start after this process. */
async function untilItWorks(signal: AbortSignal, work: () => Promise<unknown>): Promise<void> {
  while (!signal.aborted) {
    const done = await work().then(
      () => true,
      () => false,
    )
    if (done) return
    await wait(RETRY_MS, undefined, { signal, ref: false }).catch(() => {})
  }
}

/** Checks a separate signer every five seconds: readiness and an alarm report its problem. Ends with the signal. */
async function watchSigner(signal: AbortSignal): Promise<void> {
  if (holdsSeeds()) return
  while (!signal.aborted) {
    await poll()
    await wait(EVERY_MS, undefined, { signal, ref: false }).catch(() => {})
  }
}

async function poll(): Promise<void> {
  const problem = await verifySigner()
  const signer = signerState()
  const state = problem?.fault ?? 'ok'
  if (problem && signer.state !== state) logger().warn({ keyId: problem.keyId }, problem.message)
  if (!problem && signer.state !== 'ok' && signer.state !== 'not_proven') logger().info('the signer answers again')
  signer.state = state
  // Postgres may be unavailable as well; the next check reports it.
  if (problem) await reportKeyProblem(workerCtx(), problem).catch(() => {})
}
