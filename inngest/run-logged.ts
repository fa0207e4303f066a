import type { Work } from '@/schemas/alarms/words'
import { type RunOutcome, workRuns, workSeconds } from '@/server/alarms/metrics'
import { faultOf, recordWorkFault, recordWorkSuccess, runStepWork } from '@/server/alarms/record-work-fault'
import { logger } from '@/server/logger'
import { withSpan } from '@/server/tracing/trace'

const NEXT = 'the job engine starts it again'

type Ran = { nextAt: Date | null; counts: Record<string, number> }

/** Runs a worker once and logs one line: its counts or its failure, and what it waits for. Rethrows its error. */
export function runLogged(work: Work, data: object, run: () => Promise<Ran>): Promise<Ran> {
  const startedAt = Date.now()
  const line = () => ({ worker: work.name, of: data, durationMs: Date.now() - startedAt, ...waiting(work) })
  return withSpan(`job ${work.name}`, async () => {
    const ran = await runNoting(work, async () => {
      try {
        return await run()
      } catch (error) {
        recordWorkFault({ work }, error, NEXT)
        // The job engine tries again, and does not log the error.
        logger().error({ ...line(), err: error, failed: `worker ${work.name}` }, 'worker failed')
        throw error
      }
    })
    logger()[faultOf(work) ? 'warn' : 'info']({ ...line(), counts: ran.counts }, 'worker ran')
    return ran
  })
}

/** Runs a step of another job. Only a failure is logged. */
export function runStepLogged<T>(work: Work, run: () => Promise<T>): Promise<T> {
  return runNoting(work, async () => {
    try {
      return await runStepWork(work, run)
    } catch (error) {
      recordWorkFault({ work }, error, NEXT)
      const { name: job, of: step } = work
      logger().error({ job, step, err: error, failed: `job ${job}, step ${step}`, ...waiting(work) }, 'job failed')
      throw error
    }
  })
}

/** A run without a fault ends the waiting of the work. */
async function runNoting<T>(work: Work, run: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const count = (outcome: RunOutcome) => {
    workRuns.add({ work: work.name, outcome })
    workSeconds.record({ work: work.name }, (performance.now() - startedAt) / 1_000)
  }
  const before = faultOf(work)
  try {
    const result = await run()
    const isWell = faultOf(work) === before
    if (isWell) recordWorkSuccess({ work })
    count(isWell ? 'well' : 'waits')
    return result
  } catch (error) {
    count('failed')
    throw error
  }
}

function waiting(work: Work): { waitsFor?: object } {
  const fault = faultOf(work)
  if (!fault) return {}
  const { reason, since, count, next } = fault
  return { waitsFor: { reason, since, count, next } }
}
