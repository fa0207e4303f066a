import { existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'

const MB = 2 ** 20
/** A new cluster of Postgres takes 40, and its log grows by 16 at a time. */
const NEEDED_MB = 64

/**
 * A sentence where the disk of a folder has too little room for the stack: parts that die of it often cannot write why.
 * Else null.
 */
export function shortDisk(folder: string): string | null {
  if (!existsSync(folder)) return dirname(folder) === folder ? null : shortDisk(dirname(folder))
  const { bavail, bsize } = statfsSync(folder)
  const free = Math.floor((bavail * bsize) / MB)
  if (free >= NEEDED_MB) return null
  return `The disk of ${folder} has ${free} MB left, and the stack needs ${NEEDED_MB}: free some space, then start it again.`
}
