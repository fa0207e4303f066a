import type { ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import type { Guard } from './guard'
import { tailOf } from './tail-of'

export type RunningPart = { pid: number; process: ChildProcess; stop: () => Promise<void> }
export type OnSpawn = (pid: number) => void

export type Part = {
  name: string
  logFile: string
  /** The signal that asks it to stop when no process is left to stop it properly. */
  stopSignal?: NodeJS.Signals
  /** Where it will listen, as far as the stack holds these for it. */
  ports?: readonly number[]
  start: (onSpawn: OnSpawn) => Promise<RunningPart>
}

export type Supervisor = {
  /** Starts a part, waits until it is ready and keeps it running. */
  add: (part: Part) => Promise<void>
  pids: () => Record<string, number>
  /** Stops everything, the last started first. */
  stop: () => Promise<void>
}

type Entry = { part: Part; running: RunningPart; crashes: number[]; revival: Promise<void> | null }

const MAX_RESTARTS_PER_MINUTE = 5
const MINUTE_MS = 60_000

export function createSupervisor(options: {
  guard: Guard
  report: (text: string) => void
  /** Frees a held port for the part that is about to listen there. */
  handOver?: (port: number) => Promise<void>
  /** The processes changed: one was spawned, or runs again. */
  onPids?: (pids: Record<string, number>) => void
  onRestart: () => void
  onGiveUp: (name: string) => void
}): Supervisor {
  const { guard, report } = options
  const entries: Entry[] = []
  const spawnedPids: Record<string, number> = {}
  let stopping = false

  const start = async (part: Part): Promise<RunningPart> => {
    let spawned: number | null = null
    try {
      for (const port of part.ports ?? []) await options.handOver?.(port)
      return await part.start((pid) => {
        spawned = pid
        guard.add(pid, part.stopSignal)
        spawnedPids[part.name] = pid
        options.onPids?.({ ...spawnedPids })
      })
    } catch (error) {
      if (spawned !== null) guard.remove(spawned)
      throw error
    }
  }

  const watch = (entry: Entry): void => {
    const { process: child } = entry.running
    const ended = () => {
      guard.remove(entry.running.pid)
      if (!stopping) entry.revival = revive(entry, howItEnded(entry))
    }
    if (child.exitCode !== null || child.signalCode !== null) ended()
    else child.once('exit', ended)
  }

  const revive = async (entry: Entry, end: string): Promise<void> => {
    const { name, logFile } = entry.part
    report(`${name} ${end}. Its last lines (${logFile}):\n${indent(tailOf(logFile, 10))}`)
    while (!stopping) {
      const now = Date.now()
      entry.crashes = [...entry.crashes.filter((at) => now - at < MINUTE_MS), now]
      if (entry.crashes.length > MAX_RESTARTS_PER_MINUTE) return options.onGiveUp(name)
      try {
        entry.running = await start(entry.part)
        entry.revival = null
        report(`${name} runs again (pid ${entry.running.pid})`)
        watch(entry)
        return options.onRestart()
      } catch (error) {
        report(`${name} could not be restarted: ${error instanceof Error ? error.message : String(error)}`)
        await pause(500 * entry.crashes.length)
      }
    }
  }

  return {
    async add(part) {
      const entry: Entry = { part, running: await start(part), crashes: [], revival: null }
      entries.push(entry)
      watch(entry)
    },
    pids: () => Object.fromEntries(entries.map(({ part, running }) => [part.name, running.pid])),
    async stop() {
      stopping = true
      for (const entry of entries.reverse()) {
        await entry.revival
        await entry.running.stop()
        guard.remove(entry.running.pid)
      }
    },
  }
}

function howItEnded({ running }: Entry): string {
  const { exitCode, signalCode } = running.process
  return signalCode ? `was killed by ${signalCode}` : `ended with exit code ${exitCode}`
}

function indent(text: string): string {
  return text.replace(/^/gm, '    ')
}
