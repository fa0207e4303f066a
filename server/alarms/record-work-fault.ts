import { AsyncLocalStorage } from 'node:async_hooks'
import { oncePerProcess } from '@/db/once-per-process'
import type { Work } from '@/schemas/alarms/words'
import { describeFault } from './describe-fault'

/**
 * The reason why a piece of work waits: the last failure, the time and the number of failures since the last success,
 * and the next step.
 */
type Fault = { work: Work; reason: string; next: string; since: Date; lastAt: Date; count: number }

/**
 * `count` grows until a success; `unwritten` is the part that the next write adds. `wellAt`: a success that the next
 * write reports.
 */
type Known = { work: Work; fault: Fault | null; unwritten: number; wellAt: Date | null }

const faultsByWork = oncePerProcess('work-faults', () => new Map<string, Known>())
const steps = () => oncePerProcess('current-steps', () => ({ running: 0, current: new AsyncLocalStorage<Work>() }))

/** The work that a context belongs to. Workers pass it on; `runStepWork` finds that of steps of other jobs. */
type Within = { work?: Work }

/**
 * Runs a step of a job: faults within it are noted as its own. Only while steps run: a storage that is in use costs
 * every promise of the process.
 */
export async function runStepWork<T>(work: Work, run: () => Promise<T>): Promise<T> {
  const { current } = steps()
  steps().running += 1
  try {
    return await current.run(work, run)
  } finally {
    steps().running -= 1
    if (steps().running === 0) current.disable()
  }
}

/** Records a fault of the current work, which continues as `next` says. Does nothing outside of work. */
export function recordWorkFault(within: Within, error: unknown, next: string, now = new Date()): void {
  const work = workOf(within)
  if (!work) return
  const { fault, unwritten } = faultsByWork.get(keyOf(work)) ?? { fault: null, unwritten: 0 }
  const noted = { work, reason: describeFault(error), next, since: fault?.since ?? now, lastAt: now }
  faultsByWork.set(keyOf(work), {
    work,
    fault: { ...noted, count: (fault?.count ?? 0) + 1 },
    unwritten: unwritten + 1,
    wellAt: null,
  })
}

/** Records a success of the current work. Does nothing outside of work. */
export function recordWorkSuccess(within: Within, now = new Date()): void {
  const work = workOf(within)
  if (work) faultsByWork.set(keyOf(work), { work, fault: null, unwritten: 0, wellAt: now })
}

/** The current fault of a piece of work in this process; null if there is none. */
export function faultOf(work: Work): Fault | null {
  return faultsByWork.get(keyOf(work))?.fault ?? null
}

/** Takes the changes since the last call. */
export function drainWorkFaults(): { faults: (Fault & { added: number })[]; well: { work: Work; at: Date }[] } {
  const all = [...faultsByWork.values()]
  const faults = all.flatMap(({ fault, unwritten }) => (fault && unwritten > 0 ? [{ ...fault, added: unwritten }] : []))
  const well = all.flatMap(({ work, wellAt }) => (wellAt ? [{ work, at: wellAt }] : []))
  for (const [key, one] of faultsByWork) {
    if (one.fault === null) faultsByWork.delete(key)
    else faultsByWork.set(key, { ...one, unwritten: 0 })
  }
  return { faults, well }
}

function workOf({ work }: Within): Work | undefined {
  return work ?? steps().current.getStore()
}

function keyOf({ name, of }: Work): string {
  return `${name} ${of}`
}
