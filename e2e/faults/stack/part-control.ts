import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Guard } from '@/dev/guard'
import type { Part, RunningPart } from '@/dev/supervisor'

export type PartControl = {
  name: string
  logFile: string
  /** The process that runs now, or the last one that ran. */
  pid: () => number
  /**
   * SIGKILL; resolves when the process is gone. `group`: with everything it started, as when the machine loses power.
   */
  kill: (options: { group: boolean }) => Promise<void>
  /**
   * Waits for an end that this run ordered some other way; false when it did not come in time, or before `over` says
   * that nobody waits.
   */
  awaitEnd: (timeoutMs: number, over?: AbortSignal) => Promise<boolean>
  /** Starts it again and waits until it is healthy; tries again while what it needs is away. */
  restart: () => Promise<void>
  /** SIGSTOP and SIGCONT: there, but silent. */
  freeze: () => void
  thaw: () => void
  isFrozen: () => boolean
  stop: () => Promise<void>
  /** How often it ended though nobody asked it to. */
  crashes: () => number
}

const START_TRIES = 60

/** Starts a part that this run may kill and start at will; nobody else revives it. */
export async function startPart(part: Part, guard: Guard): Promise<PartControl> {
  let crashed = 0
  let isWanted = true
  const watch = (started: RunningPart) => {
    isWanted = true
    started.process.once('exit', () => {
      if (isWanted) crashed += 1
    })
    return started
  }
  let running = watch(await start(part, guard))
  const isGone = () => running.process.exitCode !== null || running.process.signalCode !== null
  return {
    name: part.name,
    logFile: part.logFile,
    pid: () => running.pid,
    async kill({ group }) {
      // A part that ended unordered is counted, and its pid may be another's by now.
      if (!isGone()) {
        const gone = once(running.process, 'exit')
        isWanted = false
        process.kill(group ? -running.pid : running.pid, 'SIGKILL')
        await gone
      }
      guard.remove(running.pid)
    },
    async awaitEnd(timeoutMs, over) {
      isWanted = false
      const giveUp = new AbortController()
      const timer = setTimeout(() => giveUp.abort(), timeoutMs)
      const signal = over ? AbortSignal.any([giveUp.signal, over]) : giveUp.signal
      if (!isGone()) await once(running.process, 'exit', { signal }).catch(() => {})
      clearTimeout(timer)
      if (isGone()) guard.remove(running.pid)
      else isWanted = true
      return isGone()
    },
    async restart() {
      running = watch(await start(part, guard))
    },
    freeze: () => void process.kill(running.pid, 'SIGSTOP'),
    thaw: () => void process.kill(running.pid, 'SIGCONT'),
    isFrozen: () => isStopped(running.pid),
    crashes: () => crashed,
    async stop() {
      isWanted = false
      await running.stop()
      guard.remove(running.pid)
    },
  }
}

async function start(part: Part, guard: Guard): Promise<RunningPart> {
  for (let tries = 1; ; tries++) {
    let spawned: number | null = null
    try {
      return await part.start((pid) => {
        spawned = pid
        guard.add(pid, part.stopSignal)
      })
    } catch (error) {
      if (spawned !== null) guard.remove(spawned)
      if (tries >= START_TRIES) throw error
      await pause(250)
    }
  }
}

/** The letter after the process's name in parentheses is its state. */
function isStopped(pid: number): boolean {
  try {
    return /\) T /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
