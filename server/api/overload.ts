import { performance } from 'node:perf_hooks'
import { oncePerProcess } from '@/db/once-per-process'
import { pools } from '@/server/database/pools'

/** How often the process is probed while requests arrive. */
const EVERY_MS = 100
/** A call takes several times as long as a probe. */
const LATE_MS = 250
/** One late probe may be a collection of garbage. */
const LATE_IN_A_ROW = 2
/** A probe without an answer for so long is as good as late ones in a row. */
const HANGS_MS = 1_000
/** What was found before a pause says nothing about now. */
const VALID_MS = 1_000
/** Fewer calls are no overload: what is late then is the machine, and refusing them would not help. */
const MIN_CALLS = 32

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
  let lateInARow = 0
  const start = (at: number) => {
    startedAt = at
    const end = (isAnswered: boolean) => {
      startedAt = null
      endedAt = now()
      lateInARow = isAnswered && endedAt - at > LATE_MS ? lateInARow + 1 : 0
    }
    probe().then(
      () => end(true),
      () => end(false),
    )
  }
  const isLate = () => {
    const at = now()
    if (startedAt !== null) return lateInARow >= LATE_IN_A_ROW || at - startedAt > HANGS_MS
    if (at - endedAt > VALID_MS) lateInARow = 0
    if (at - endedAt >= EVERY_MS) start(at)
    return lateInARow >= LATE_IN_A_ROW
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
