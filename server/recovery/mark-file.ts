import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { oncePerProcess } from '@/db/once-per-process'
import { logger } from '@/server/logger'

const content = z
  .string()
  .regex(/^\d{1,16}$/)
  .transform(Number)
const state = () => oncePerProcess('mark-file', () => ({ isReachable: true }))

/**
 * The count that is stored outside the database; null if there is none yet. Logs a warning if the file cannot be read.
 */
export async function readMarkFile(file: string): Promise<number | null> {
  try {
    return content.parse((await readFile(file, 'utf8')).trim())
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    warn(error)
    return null
  }
}

/** Keeps the count outside the database. Warns if it cannot. */
export async function writeMarkFile(file: string, epoch: number): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true })
    // Written under a unique name in the same folder and then renamed, so that no reader sees half a number.
    const half = `${file}.${randomUUID()}`
    await writeFile(half, `${epoch}\n`)
    await rename(half, file)
    state().isReachable = true
  } catch (error) {
    warn(error)
  }
}

/** Once, until it can be written again. */
function warn(error: unknown): void {
  if (state().isReachable) logger().warn({ err: error }, 'RESTORE_MARK_FILE cannot be used: a restore may go unnoticed')
  state().isReachable = false
}
