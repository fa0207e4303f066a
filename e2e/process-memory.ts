import { readdirSync, readFileSync } from 'node:fs'

type Processes = Record<string, number>

/**
 * Megabytes that each process holds together with its children, by name. Memory that processes share counts for each in
 * proportion, so that the sum is what they take together.
 */
export function readMemory(processes: Processes): Record<string, number> {
  const own = new Set(Object.values(processes))
  const entries = Object.entries(processes).map(([name, pid]) => {
    return [name, familyOf(pid, own).reduce((sum, one) => sum + proportionalMb(one), 0)] as const
  })
  return Object.fromEntries(entries)
}

/** The process and those it started, without those that are listed separately. */
function familyOf(pid: number, own: ReadonlySet<number>): number[] {
  const children = childrenOf(pid).filter((child) => !own.has(child))
  return [pid, ...children.flatMap((child) => familyOf(child, own))]
}

function childrenOf(pid: number): number[] {
  return readLines(() => readdirSync(`/proc/${pid}/task`)).flatMap((thread) =>
    readLines(() => [readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8')])
      .flatMap((text) => text.split(' ').filter(Boolean))
      .map(Number),
  )
}

function proportionalMb(pid: number): number {
  const [text = ''] = readLines(() => [readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')])
  return Number(text.match(/^Pss:\s+(\d+)/m)?.[1] ?? 0) / 1_024
}

/** A process may end meanwhile. */
function readLines(read: () => string[]): string[] {
  try {
    return read()
  } catch {
    return []
  }
}
