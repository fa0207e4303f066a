import { setTimeout as wait } from 'node:timers/promises'
import { workerCtx } from '@/server/ctx'
import type { KeyFault } from '@/server/custody/key-fault'
import { reportKeyProblem } from '@/server/installation/key-watcher'
import { keysState } from '@/server/installation/keys-state'
import { type Verdict, verifyInstallation, verifyKeys } from '@/server/installation/verify-installation'
import { CONFIGURATION_EXIT, logger, stopWith } from '@/server/logger'

/** A start waits no longer for Postgres and the key service together. */
const START_LIMIT_MS = 8_000
/** Faults that a start waits out. */
const PASSING: readonly KeyFault[] = ['key_service_silent', 'signer_silent']
type Waits = { everyMs: number; retryMs: number }
const WAITS: Waits = { everyMs: 5 * 60_000, retryMs: 2_000 }

/**
 * Ends the process if its database or its keys belong to another installation, so that a rolling update keeps the old
 * one. An unreachable key service or Postgres does not end it: the process is not ready, and `keepProving` retries.
 */
export async function verifyStart(): Promise<void> {
  const limit = new AbortController()
  const late = wait(START_LIMIT_MS, null, { signal: limit.signal, ref: false }).catch(() => null)
  const verdict = await Promise.race([verifyInstallation(workerCtx()).catch(notYet), late])
  limit.abort()
  if (verdict) await take(verdict)
}

/**
 * Proves the keys every five minutes, and every two seconds while they are not right; readiness and an alarm say so.
 * Ends with the signal.
 */
export async function verifyPeriodically(signal: AbortSignal, { everyMs, retryMs }: Waits = WAITS): Promise<void> {
  while (!signal.aborted) {
    const { state, wasRight } = keysState()
    await wait(state === 'ok' ? everyMs : retryMs, undefined, { signal, ref: false }).catch(() => {})
    if (signal.aborted) return
    if (wasRight) await proveAgain()
    else await verifyStart()
  }
}

/** A process that worked continues with everything that needs no key, also where the key is withdrawn. */
async function proveAgain(): Promise<void> {
  const problem = await verifyKeys(workerCtx()).catch(notYet)
  if (problem === undefined) return
  await take(problem ? { state: 'key_problem', ...problem } : { state: 'right', note: null })
}

async function take(verdict: Verdict): Promise<void> {
  const keys = keysState()
  if (verdict.state === 'not_migrated') stopWith(verdict.message, CONFIGURATION_EXIT)
  if (verdict.state === 'right') {
    if (keys.state !== 'ok' && keys.state !== 'not_proven') logger().info('the keys work again')
    if (verdict.note) logger().warn(verdict.note)
    Object.assign(keys, { state: 'ok', wasRight: true })
    return
  }
  const { fault, keyId, message } = verdict
  if (!keys.wasRight && !PASSING.includes(fault)) stopWith(message, CONFIGURATION_EXIT)
  if (keys.state !== fault) logger().warn({ keyId }, message)
  keys.state = fault
  // Postgres may be unavailable as well; the next try reports it.
  await reportKeyProblem(workerCtx(), verdict).catch(() => {})
}

/** Postgres does not answer as expected: nothing is proven, and the next attempt retries. */
function notYet(error: unknown): undefined {
  logger().warn({ err: error }, 'the database and the keys could not be proven yet')
}
