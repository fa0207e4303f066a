import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { openPage } from '@/server/egress/get-text'

/** The bytes of a list; `etag` differs for another version. */
export type OpenList = { chunks: AsyncIterable<Uint8Array>; etag: string | null; totalBytes: number | null }

const TIMEOUT_MS = 180_000
const IDLE_MS = 20_000
/** The address of the US Treasury's lists leads to a store of files. */
const MAX_REDIRECTS = 3
const PIECE_BYTES = 65_536

/**
 * Opens a list by its full path or its URL; null if its `etag` has not changed. Throws with a message for operators.
 */
export function openList(location: string, etag: string | null): Promise<OpenList | null> {
  return location.startsWith('/') ? openFile(location, etag) : openUrl(location, etag)
}

async function openFile(path: string, etag: string | null): Promise<OpenList | null> {
  // If it is a pipe, does not wait for a writer.
  const flags = constants.O_RDONLY | constants.O_NONBLOCK
  const file = await open(path, flags).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`the file cannot be read (${error.code ?? 'unknown'})`)
  })
  try {
    const { size, mtimeNs, ino } = await file.stat({ bigint: true }).then((stats) => {
      if (!stats.isFile()) throw new Error('it is not a file')
      return stats
    })
    const version = `${size}-${mtimeNs}-${ino}`
    if (version === etag) {
      await file.close()
      return null
    }
    const chunks = file.createReadStream({ highWaterMark: PIECE_BYTES })
    return { chunks, etag: version, totalBytes: Number(size) }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function openUrl(url: string, etag: string | null): Promise<OpenList | null> {
  const limits = { timeoutMs: TIMEOUT_MS, idleMs: IDLE_MS, maxRedirects: MAX_REDIRECTS }
  const page = await openPage(url, { ...limits, etag, accept: '*/*' })
  return page && { chunks: page.body, etag: page.etag, totalBytes: page.totalBytes }
}
