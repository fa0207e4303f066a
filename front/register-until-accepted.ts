import { setTimeout as wait } from 'node:timers/promises'
import { registerJobs } from '@/inngest/register-jobs'
import { workerCtx } from '@/server/ctx'
import { registration } from '@/server/jobs/registration'
import { reportNotRegistered, reportRegistered } from '@/server/jobs/registration-watcher'
import { logger } from '@/server/logger'

type Waits = { firstMs: number; maxMs: number; alarmAfterMs: number }
/** A job server that starts together with the app is ready within seconds, so no alarm is raised. */
const WAITS: Waits = { firstMs: 250, maxMs: 30_000, alarmAfterMs: 15_000 }

/**
 * Registers the jobs, and retries until the job server accepts them. Every start registers, because it may have new
 * jobs. Meanwhile the readiness check fails and an alarm is open.
 */
export async function registerUntilAccepted(signal: AbortSignal, waits: Waits = WAITS): Promise<void> {
  const startedAt = Date.now()
  let waitMs = waits.firstMs
  while (!signal.aborted) {
    const problem = await attempt()
    if (problem === null) return
    if (registration().problem !== problem) logger().warn({ problem }, 'the jobs are not registered yet')
    registration().problem = problem
    // Postgres may be unavailable as well; the next try reports the problem.
    if (Date.now() - startedAt >= waits.alarmAfterMs) await reportNotRegistered(workerCtx(), problem).catch(() => {})
    await wait(waitMs, undefined, { signal, ref: false }).catch(() => {})
    waitMs = Math.min(waitMs * 2, waits.maxMs)
  }
}

/**
 * Tries to register the jobs; returns the problem, or null. Every success closes the alarm, also an alarm that another
 * process left open.
 */
async function attempt(): Promise<string | null> {
  try {
    if (!registration().isDone) await registerJobs()
    Object.assign(registration(), { isDone: true, problem: null })
    await reportRegistered(workerCtx())
    return null
  } catch (error) {
    return error instanceof Error ? error.message : 'unknown'
  }
}
