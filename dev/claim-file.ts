import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { startOf } from './process-identity'

const claim = z.object({ pid: z.number(), startedAt: z.string().nullable() })

/**
 * Claims the file for this process. Answers the pid of the living process that has it already, or null when it is ours
 * now.
 */
export function claimFile(file: string): number | null {
  // Linked instead of written in place, so that no process reads a partial claim.
  const own = `${file}.${process.pid}`
  try {
    writeFileSync(own, JSON.stringify({ pid: process.pid, startedAt: startOf(process.pid) }))
    for (;;) {
      if (tryLink(own, file)) return null
      const found = readClaim(file)
      if (found === 'gone') continue
      if (found && isAlive(found)) return found.pid
      discard(file)
    }
  } finally {
    rmSync(own, { force: true })
  }
}

/** Gives up a claim of this process; another one's stays. */
export function releaseFile(file: string): void {
  const found = readClaim(file)
  if (found !== 'gone' && found?.pid === process.pid && isAlive(found)) rmSync(file, { force: true })
}

type Claim = z.infer<typeof claim>

function readClaim(file: string): Claim | 'gone' | null {
  try {
    return claim.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data ?? null
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return 'gone'
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function isAlive({ pid, startedAt }: Claim): boolean {
  return startedAt !== null && startOf(pid) === startedAt
}

/** Removes a dead process's claim; a living one's, made since it was read, is put back. */
function discard(file: string): void {
  const discarded = `${file}.${process.pid}.old`
  try {
    renameSync(file, discarded)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return
    throw error
  }
  const moved = readClaim(discarded)
  if (moved && moved !== 'gone' && isAlive(moved)) tryLink(discarded, file)
  rmSync(discarded, { force: true })
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
