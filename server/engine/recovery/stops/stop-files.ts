import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { oncePerProcess } from '@/db/once-per-process'
import { logger } from '@/server/logger'
import { type LatestStops, mergeStops, type Stop, stop } from '@/server/recovery/stop'

const SUFFIX = '.jsonl'
const AT_ONCE = 16

type Folder = { read: Set<string>; latest: LatestStops; isReachable: boolean }
const folders = () => oncePerProcess('stop-files', () => new Map<string, Folder>())

/**
 * The latest entry of each subject in the folder, from all processes that write there. Reads only files that are new
 * since the last call. Null if the folder cannot be read: the log says so once.
 */
export async function readStops(path: string): Promise<LatestStops | null> {
  const folder = folderAt(path)
  try {
    await mkdir(path, { recursive: true })
    const names = (await readdir(path)).filter((name) => name.endsWith(SUFFIX) && !folder.read.has(name))
    for (let n = 0; n < names.length; n += AT_ONCE) {
      const group = names.slice(n, n + AT_ONCE)
      const read = await Promise.all(group.map((name) => readFile(join(path, name), 'utf8')))
      for (const text of read) mergeStops(folder.latest, parse(text))
      for (const name of group) folder.read.add(name)
    }
    folder.isReachable = true
    return folder.latest
  } catch (error) {
    if (folder.isReachable) logger().warn({ err: error }, 'stops cannot be kept beside RESTORE_MARK_FILE')
    folder.isReachable = false
    return null
  }
}

/** Writes the entries as one new file; no file is changed or removed. Returns false if it cannot be written. */
export async function appendStops(path: string, entries: readonly Stop[]): Promise<boolean> {
  const name = randomUUID()
  try {
    // Written under another name and renamed: no reader sees half a file.
    await writeFile(join(path, name), entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
    await rename(join(path, name), join(path, `${name}${SUFFIX}`))
    return true
  } catch (error) {
    logger().warn({ err: error }, 'stops cannot be kept beside RESTORE_MARK_FILE')
    return false
  }
}

/** Lines in another format, such as those of a later version, are left out. */
function parse(text: string): Stop[] {
  return text.split('\n').flatMap((line) => {
    if (line === '') return []
    try {
      return [stop.parse(JSON.parse(line))]
    } catch (error) {
      logger().warn({ err: error }, 'a stop beside RESTORE_MARK_FILE cannot be read')
      return []
    }
  })
}

function folderAt(path: string): Folder {
  const cached = folders().get(path)
  if (cached) return cached
  const folder = { read: new Set<string>(), latest: new Map(), isReachable: true }
  folders().set(path, folder)
  return folder
}

/** As a process that just started. */
export function forgetStopFiles(): void {
  folders().clear()
}
