import { faultOf, noteWorkFault, noteWorkWell, runWork, type Work } from '@/server/alarms/note-work-fault'
import { logger } from '@/server/logger'

type Ran = { nextAt: Date | null; did: Record<string, number> }

/** Runs a pump once and logs one line: what it did, or its failure, and what it waits for if it does. Throws what it threw. */
export function runLogged(work: Work, data: object, run: () => Promise<Ran>): Promise<Ran> {
  return runWork(work, async () => {
    const startedAt = Date.now()
    const before = faultOf(work)
    const line = () => ({ pump: work.name, of: data, durationMs: Date.now() - startedAt, ...waiting(work) })
    try {
      const ran = await run()
      // None was met on the way: what stood before is over.
      if (faultOf(work) === before) noteWorkWell()
      logger()[faultOf(work) ? 'warn' : 'info']({ ...line(), did: ran.did }, 'pump ran')
      return ran
    } catch (error) {
      noteWorkFault(error, 'the job engine starts it again')
      // The job engine tries again; nobody else would write it down.
      logger().error({ ...line(), err: error, failed: `pump ${work.name}` }, 'pump failed')
      throw error
    }
  })
}

function waiting(work: Work): { waitsFor?: object } {
  const fault = faultOf(work)
  if (!fault) return {}
  const { reason, since, count, next } = fault
  return { waitsFor: { reason, since, count, next } }
}
