import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The command line of a running process, or null when there is none (a zombie counts as none). */
export function commandLineOf(pid: number): string | null {
  if (!Number.isInteger(pid) || pid <= 1) return null
  if (process.platform !== 'linux') return askPs(pid, 'command=')
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean)
    return words.length > 0 ? words.join(' ') : null
  } catch {
    return null
  }
}

/** True only for a living process whose command line holds every given part: a reused pid is never taken for ours. */
export function isOurProcess(pid: number, parts: readonly string[]): boolean {
  const line = commandLineOf(pid)
  return line !== null && parts.length > 0 && parts.every((part) => line.includes(part))
}

/**
 * When a running process started, from the system, or null when there is none: with its pid it identifies one process
 * for good.
 */
export function startOf(pid: number): string | null {
  if (commandLineOf(pid) === null) return null
  if (process.platform !== 'linux') return askPs(pid, 'lstart=')
  try {
    // The second field is the program's name, which may hold spaces and brackets; the start is the 22nd.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return fields[19] ?? null
  } catch {
    return null
  }
}

function askPs(pid: number, field: string): string | null {
  try {
    return execFileSync('ps', ['-o', field, '-p', String(pid)], { encoding: 'utf8' }).trim() || null
  } catch {
    return null
  }
}
