import { setTimeout as wait } from 'node:timers/promises'
import { workerCtx } from '@/server/ctx'
import { copyRecoveries } from '@/server/custody/copy-recoveries'
import { copySeeds } from '@/server/custody/copy-seeds'
import { MS_PER_DAY } from '@/server/durations'
import { pruneSigned } from '@/server/engine/signing/prune-signed'
import { type Verdict, verifySigning } from '@/server/installation/verify-installation'
import { CONFIGURATION_EXIT, logger, stopWith } from '@/server/logger'
import { withTimeout } from '@/server/with-timeout'
import { signingState } from './signing-state'

/** The longest time that a start waits for Postgres and the key service together. */
const START_LIMIT_MS = 8_000
const EVERY_MS = 5 * 60_000
const RETRY_MS = 2_000

/**
 * Ends the process if its database or its keys are not those of this installation. A database or key service that does
 * not answer ends nothing.
 */
export async function verifyStart(): Promise<void> {
  const verdict = await withTimeout(verifySigning(workerCtx()).catch(notYet), START_LIMIT_MS, null)
  if (verdict) take(verdict)
}

/**
 * Proves the keys every five minutes, and every two seconds while they are not right. Copies seeds and
 * recoveries that have no copy, and once a day deletes old notes of signatures. Ends with the signal.
 */
export async function verifyPeriodically(signal: AbortSignal): Promise<void> {
  let prunedAt = 0
  while (!signal.aborted) {
    const state = signingState()
    state.seedCopies = await copySeeds(workerCtx()).catch(() => state.seedCopies)
    state.recoveryCopies = await copyRecoveries(workerCtx()).catch(() => state.recoveryCopies)
    if (Date.now() - prunedAt > MS_PER_DAY) {
      prunedAt = Date.now()
      await prune()
    }
    await wait(state.state === 'ok' ? EVERY_MS : RETRY_MS, undefined, { signal, ref: false }).catch(() => {})
    if (!signal.aborted) await verifyStart()
  }
}

async function prune(): Promise<void> {
  const pruned = await pruneSigned(workerCtx()).catch((error: unknown) => {
    logger().warn({ err: error }, 'old notes of signatures could not be deleted')
    return null
  })
  if (pruned) logger().info(pruned, 'old notes of signatures were deleted')
}

function take(verdict: Verdict): void {
  const signing = signingState()
  if (verdict.state === 'not_migrated') stopWith(verdict.message, CONFIGURATION_EXIT)
  if (verdict.state === 'right') {
    Object.assign(signing, { state: 'ok', problem: null, wasRight: true })
    return
  }
  const { fault, keyId, message } = verdict
  if (!signing.wasRight && fault !== 'key_service_silent') stopWith(message, CONFIGURATION_EXIT)
  if (signing.state !== fault) logger().warn({ keyId }, message)
  Object.assign(signing, { state: fault, problem: { fault, keyId, message } })
}

function notYet(error: unknown): null {
  logger().warn({ err: error }, 'the database and the keys could not be proven yet')
  return null
}
