import { readdirSync, readFileSync } from 'node:fs'

const SAMPLED_EVERY_MS = 500
/** On Linux, on every machine of today. */
const TICKS_PER_SECOND = 100

type Entry = { key: string; pid: number; parent: number; ticks: number }

type CpuMeter = {
  /**
   * CPU seconds of these processes and all they started, since the meter began; what ended is counted to within half a
   * second.
   */
  seconds: () => number
  stop: () => void
}

/**
 * Measures the processes of a stack by `/proc`; without one, as on macOS, it says 0. `roots` are the process ids of its
 * parts.
 */
export function startCpuMeter(roots: () => readonly number[]): CpuMeter {
  const ticksOf = new Map<string, number>()
  const sample = () => {
    const entries = readProcesses()
    const wanted = new Set(roots())
    // A child's id may be below its parent's: look until nobody is added.
    for (let before = -1; before !== wanted.size; ) {
      before = wanted.size
      for (const { pid, parent } of entries) if (wanted.has(parent)) wanted.add(pid)
    }
    for (const { key, pid, ticks } of entries) if (wanted.has(pid)) ticksOf.set(key, ticks)
  }
  const timer = setInterval(sample, SAMPLED_EVERY_MS)
  timer.unref()
  return {
    seconds() {
      sample()
      return [...ticksOf.values()].reduce((sum, ticks) => sum + ticks, 0) / TICKS_PER_SECOND
    },
    stop: () => clearInterval(timer),
  }
}

function readProcesses(): Entry[] {
  return readFolder('/proc').flatMap((name) => (/^\d+$/.test(name) ? readProcess(Number(name)) : []))
}

function readFolder(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}

/** Process ids are used again: with its moment of birth one is unique. */
function readProcess(pid: number): Entry[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0, user = 0, system = 0, born = 0] = [fields[1], fields[11], fields[12], fields[19]]
    return [{ key: `${pid}@${born}`, pid, parent, ticks: user + system }]
  } catch {
    return []
  }
}
