import { performance } from 'node:perf_hooks'
import { oncePerProcess } from '@/db/once-per-process'
import { pools } from '@/server/database/pools'

/** How often the process is probed while requests arrive. */
const EVERY_MS = 100
/** A call takes several times as long as a probe. */
const LATE_MS = 250
/** What was found before a pause says nothing about now. */
const VALID_MS = 1_000
/**
 * Fewer calls in progress are a burst, which is answered within seconds and which most clients send without repeating
 * what is refused. What is late then may also be the machine, and refusing calls would not help.
 */
const MIN_CALLS = 256

type Watch = {
  /** Counts a call. Answers whether it is to be refused, so that those before it are answered in time. */
  begin: () => boolean
  /** To be called for each call that began. */
  end: () => void
}
type Options = { probe: () => PromiseLike<unknown>; now?: () => number }

/**
 * Tells whether the process is asked for more than it can do. The probe is the simplest statement: its answer waits for
 * the turns of the event loop and for the connections as the statements of a call do. One that fails is not late,
 * because calls then fail as quickly.
 */
export function createOverloadWatch({ probe, now = () => performance.now() }: Options): Watch {
  let calls = 0
  let startedAt: number | null = null
  let endedAt = Number.NEGATIVE_INFINITY
  let tookMs = 0
  const start = (at: number) => {
    startedAt = at
    const end = (isAnswered: boolean) => {
      startedAt = null
      endedAt = now()
      tookMs = isAnswered ? endedAt - at : 0
    }
    probe().then(
      () => end(true),
      () => end(false),
    )
  }
  const isLate = () => {
    const at = now()
    if (startedAt === null && at - endedAt >= EVERY_MS) start(at)
    if (startedAt !== null && at - startedAt > LATE_MS) return true
    return tookMs > LATE_MS && at - endedAt <= VALID_MS
  }
  return {
    begin() {
      calls += 1
      return calls > MIN_CALLS && isLate()
    },
    end() {
      calls -= 1
    },
  }
}

/** The watch of this process. */
export function overloadWatch(): Watch {
  return oncePerProcess('overload', () => createOverloadWatch({ probe: () => pools().app.unsafe('select 1') }))
}
