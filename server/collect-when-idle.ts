import { performance } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const CHECK_MS = 5_000
/** Checks in a row that find it idle: a minute. After a shorter pause the next requests would pay for collecting. */
const IDLE_CHECKS = 12
/**
 * The share of one core that an idle process takes. The event loop's utilization also counts the time that the loop
 * waits for a core, so no process would count as idle while others are busy.
 */
const IDLE_CPU = 0.15
/** A collection takes some 50 ms of CPU, so it must free at least this much memory. */
const WORTH_BYTES = 16 * 2 ** 20

/**
 * Collects garbage once the process has been idle for a minute. On a machine with much memory V8 lets a heap grow
 * fourfold before it collects, and keeps it that large while nothing is allocated. Collecting earlier, while requests
 * arrive, slows each of them: with a heap that may grow by two fifths a transfer took a third more CPU. Returns the
 * function that stops it. It does not keep the process alive.
 */
export function collectWhenIdle({
  checkMs = CHECK_MS,
  idleChecks = IDLE_CHECKS,
  collect = garbageCollector(),
  readUsage = processUsage,
} = {}): () => void {
  let since = readUsage()
  let kept = 0
  let idle = 0
  const timer = setInterval(() => {
    const now = readUsage()
    const cpuShare = (now.cpuMs - since.cpuMs) / (now.atMs - since.atMs)
    since = now
    idle = cpuShare > IDLE_CPU ? 0 : idle + 1
    // V8 may have collected meanwhile.
    kept = Math.min(kept, oldBytes())
    if (idle < idleChecks || oldBytes() - kept < WORTH_BYTES) return
    collect()
    kept = oldBytes()
  }, checkMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** The CPU time that this process has used until now, by a clock that only advances. */
function processUsage(): { atMs: number; cpuMs: number } {
  const { user, system } = process.cpuUsage()
  return { atMs: performance.now(), cpuMs: (user + system) / 1_000 }
}

/** Objects that outlived their first collections. Younger ones are collected all the time, idle or not. */
function oldBytes(): number {
  const spaces = getHeapSpaceStatistics().filter(({ space_name: name }) => !name.startsWith('new_'))
  return spaces.reduce((sum, { space_used_size: used }) => sum + used, 0)
}

/** V8 shows its collector to contexts that are made while the flag is set, and to no other. */
function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc')
  try {
    return runInNewContext('gc') as () => void
  } finally {
    setFlagsFromString('--no-expose-gc')
  }
}
