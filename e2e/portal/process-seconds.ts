import { readdirSync, readFileSync } from 'node:fs'

type Process = { parent: number; ticks: number }

const TICKS_PER_SECOND = 100

/** CPU seconds that these processes and all below them have used, those that ended included; null where there is no `/proc`. */
export function processSeconds(roots: readonly number[]): number | null {
  const all = readProcesses()
  if (!all) return null
  const isBelow = (pid: number): boolean => {
    for (let at: number | undefined = pid; at; at = all.get(at)?.parent) if (roots.includes(at)) return true
    return false
  }
  const ticks = [...all].reduce((sum, [pid, one]) => (isBelow(pid) ? sum + one.ticks : sum), 0)
  return ticks / TICKS_PER_SECOND
}

function readProcesses(): Map<number, Process> | null {
  try {
    const pids = readdirSync('/proc').map(Number).filter(Number.isInteger)
    return new Map(pids.flatMap((pid) => readProcess(pid)))
  } catch {
    return null
  }
}

/** It may have ended since it was listed. */
function readProcess(pid: number): [number, Process][] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // After its name, which may hold spaces: state, parent, ..., own time in user and system, that of children that ended.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const ticks = fields.slice(11, 15).reduce((sum, part) => sum + part, 0)
    return [[pid, { parent: fields[1] ?? 0, ticks }]]
  } catch {
    return []
  }
}
