import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The command line of a running process, or null when there is none (a zombie counts as none). */
export function commandLineOf(pid: number): string | null {
  if (!Number.isInteger(pid) || pid <= 1) return null
  if (process.platform === 'linux') {
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean)
      return words.length > 0 ? words.join(' ') : null
    } catch {
      return null
    }
  }
  try {
    const line = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    return line === '' ? null : line
  } catch {
    return null
  }
}

/** True only for a living process whose command line holds every given part: a reused pid is never taken for ours. */
export function isOurProcess(pid: number, parts: readonly string[]): boolean {
  const line = commandLineOf(pid)
  return line !== null && parts.length > 0 && parts.every((part) => line.includes(part))
}
