import { mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

/** A file system in memory, on Linux. */
const MEMORY = '/dev/shm'
/** Its type, as the kernel names it. */
const TMPFS = 0x01021994
const FREE_BYTES = 4 * 2 ** 30
const AVAILABLE_BYTES = 8 * 2 ** 30

/**
 * Makes a folder for what a run throws away, such as the databases of tests; the caller removes it. It lies in memory
 * where 4 GiB of that are free: to copy and drop a database of 900 files takes a tenth of the CPU there.
 */
export function makeThrowawayFolder(prefix: string): string {
  return mkdtempSync(join(chooseRoot(readRoom()), prefix))
}

/** Whether a folder lies where throwaway folders are made. */
export function isThrowaway(folder: string): boolean {
  return [tmpdir(), MEMORY].some((root) => {
    const inside = relative(root, folder)
    return inside !== '' && !inside.startsWith('..')
  })
}

/** `type` and `freeBytes` are those of the file system in memory; null if there is none. */
type Room = { memory: { type: number; freeBytes: number } | null; availableBytes: number }

/** Where a throwaway folder is made. */
export function chooseRoot({ memory, availableBytes }: Room): string {
  const isRoomy = memory?.type === TMPFS && memory.freeBytes >= FREE_BYTES && availableBytes >= AVAILABLE_BYTES
  return isRoomy ? MEMORY : tmpdir()
}

function readRoom(): Room {
  const availableBytes = process.availableMemory()
  try {
    const { type, bavail, bsize } = statfsSync(MEMORY)
    return { memory: { type, freeBytes: bavail * bsize }, availableBytes }
  } catch {
    return { memory: null, availableBytes }
  }
}
