import { performance } from 'node:perf_hooks'
import { oncePerProcess } from '@/db/once-per-process'
import { pools } from '@/server/database/pools'

/** The interval of probes while requests arrive. */
const EVERY_MS = 100
/** A call takes several times as long as a probe, or as the wait for its connection. */
const LATE_MS = 250
/** After a pause without requests the last result is outdated. */
const VALID_MS = 1_000
/** A probe without an answer for this time used a lost connection, and says nothing about the others. */
const GIVE_UP_MS = 5_000
/**
 * Fewer calls in progress are a burst, which is answered within seconds. Most clients do not repeat refused calls. If
 * such calls are late, the machine may be the cause, and refusing calls would not help.
 */
const MIN_CALLS = 256

/** The caller that a call counts for. All callers that are not known yet count as one caller. */
export type OverloadCaller = { key: string; isStranger: boolean }
type Watch = {
  /** Counts a call of a caller. Returns whether to refuse it, so that earlier calls are answered in time. */
  begin: (caller: OverloadCaller) => boolean
  /** To be called for each call that began. */
  end: (caller: OverloadCaller) => void
}
type Options = {
  probe: () => PromiseLike<unknown>
  /** The wait of the first call without a connection for its transaction, in milliseconds; 0 if none waits. */
  longestWaitMs: () => number
  now?: () => number
}

/**
 * Detects whether the process gets more calls than it can answer. The probe is the simplest statement: it waits for the
 * event loop and for Postgres like the statements of a call. Transactions have connections of their own, and wait for
 * them however quickly a statement is answered. A failed probe does not count as late, because calls then fail as
 * quickly. Callers share `MIN_CALLS` evenly: a caller within its share is not refused because of
 * others. Callers without authentication share one share, so that many of them take no more of it.
 */
export function createOverloadWatch({ probe, longestWaitMs, now = () => performance.now() }: Options): Watch {
  const shares = createShares()
  let running: { startedAt: number } | null = null
  let endedAt = Number.NEGATIVE_INFINITY
  let tookMs = 0
  const end = (ms: number) => {
    running = null
    endedAt = now()
    tookMs = ms
  }
  const start = (startedAt: number) => {
    const own = { startedAt }
    running = own
    probe().then(
      () => running === own && end(now() - startedAt),
      () => running === own && end(0),
    )
  }
  const isProbeLate = () => {
    const at = now()
    if (running !== null && at - running.startedAt >= GIVE_UP_MS) end(at - running.startedAt)
    if (running === null && (at - endedAt >= EVERY_MS || tookMs >= GIVE_UP_MS)) start(at)
    if (running !== null && at - running.startedAt > LATE_MS) return true
    return tookMs > LATE_MS && at - endedAt <= VALID_MS
  }
  return {
    begin(caller) {
      const isBeyond = shares.add(caller)
      if (shares.total() <= MIN_CALLS) return false
      const isLate = isProbeLate() || longestWaitMs() > LATE_MS
      return isLate && isBeyond
    },
    end: (caller) => shares.remove(caller),
  }
}

/** The calls in progress, by caller. */
function createShares() {
  const known = new Map<string, number>()
  const strangers = new Map<string, number>()
  let total = 0
  const among = ({ isStranger }: OverloadCaller) => (isStranger ? strangers : known)
  return {
    total: () => total,
    /** Returns whether the caller now has more than its share. */
    add(caller: OverloadCaller): boolean {
      total += 1
      const calls = among(caller)
      const own = (calls.get(caller.key) ?? 0) + 1
      calls.set(caller.key, own)
      const share = MIN_CALLS / (known.size + Math.min(strangers.size, 1))
      return own > (caller.isStranger ? share / strangers.size : share)
    },
    remove(caller: OverloadCaller): void {
      total -= 1
      const calls = among(caller)
      const own = (calls.get(caller.key) ?? 0) - 1
      if (own > 0) calls.set(caller.key, own)
      else calls.delete(caller.key)
    },
  }
}

/** The watch of this process. */
export function overloadWatch(): Watch {
  return oncePerProcess('overload', () =>
    createOverloadWatch({
      probe: () => pools().app.unsafe('select 1'),
      longestWaitMs: () => pools().app.usage().longestWaitMs,
    }),
  )
}
