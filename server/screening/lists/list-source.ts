import { createHash } from 'node:crypto'
import { createCollector, type Listed } from './collect-addresses'
import { openList } from './open-list'
import { type ParsedList, parseList } from './parse-list'

/** The result of the previous reading of a list. */
export type PreviousRead = { etag: string | null; hash: string | null }

/** A list as it is now. `content` is null if it is still the known one. */
export type ListRead = { etag: string | null; content: ParsedList | null }

/** Receives the number of bytes of a list that were read, and the total if it is known. */
export type OnProgress = (bytes: number, totalBytes: number | null) => Promise<void>

/** The source of a list of blocked addresses. `read` throws errors whose text is for an operator. */
export type ListSource = { name: string; read: (previous: PreviousRead, onProgress?: OnProgress) => Promise<ListRead> }

/** For local use and tests of integrations: an EVM and a Solana address that are always blocked. */
export const FIXED_LIST = [
  '0x000000000000000000000000000000000000bAd1',
  'B1ockedB1ockedB1ockedB1ockedB1ockedB1ocked11',
] as const

const DEFAULT_COLUMN = 'address'

/** The source that SCREENING_LIST names; null for `none`. `column` is the column with the addresses of a CSV file. */
export function listSourceOf(setting: string, column: string): ListSource | null {
  if (setting === 'none') return null
  if (setting === 'fixed') return fixedList
  const locations = setting.split(/\s+/)
  const [single] = locations
  const read: ListSource['read'] = (previous, onProgress) =>
    single !== undefined && locations.length === 1
      ? readOne(single, { previous, column, onProgress })
      : readAll(locations, { previous, column, onProgress })
  return { name: column === DEFAULT_COLUMN ? setting : `${setting} (column ${column})`, read }
}

const fixedList: ListSource = {
  name: 'fixed',
  read: async (previous) =>
    unlessUnchanged(await parseList(piecesOf(FIXED_LIST.join('\n')), { column: '' }), previous, null),
}

async function* piecesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

type Reading = { previous: PreviousRead; column: string; onProgress?: OnProgress | undefined }

async function readOne(location: string, { previous, column, onProgress }: Reading): Promise<ListRead> {
  const list = await openList(location, previous.etag)
  if (list === null) return { etag: previous.etag, content: null }
  const { chunks, etag, totalBytes } = list
  const onRead = async (bytes: number) => onProgress?.(bytes, totalBytes)
  return unlessUnchanged(await parseList(chunks, { column, onRead }), previous, etag)
}

/**
 * Reads several lists as one: every address in any of them is blocked. If one list cannot be read, the whole read
 * fails.
 */
async function readAll(locations: readonly string[], { previous, column, onProgress }: Reading): Promise<ListRead> {
  const found = createCollector()
  const hash = createHash('sha256')
  const counted = { bytes: 0, unreadable: 0 }
  let format: ParsedList['format'] = 'TEXT'
  for (const location of locations) {
    const before = counted.bytes
    const onRead = (bytes: number) => onProgress?.(before + bytes, null) ?? Promise.resolve()
    const unread = { etag: null, hash: null }
    const { content } = await readOne(location, { previous: unread, column, onProgress: onRead }).catch(
      (error: Error) => {
        throw new Error(`${location}: ${error.message}`)
      },
    )
    if (content === null) throw new Error(`${location}: returned 304 for a first read`)
    for (const address of content.addresses) found.add(address)
    hash.update(content.hash)
    counted.bytes += content.bytes
    counted.unreadable += content.unreadable
    format = content.format
  }
  const listed: Listed = { addresses: found.listed().addresses, unreadable: counted.unreadable }
  return unlessUnchanged({ ...listed, hash: hash.digest('hex'), bytes: counted.bytes, format }, previous, null)
}

function unlessUnchanged(read: ParsedList, previous: PreviousRead, etag: string | null): ListRead {
  return { etag, content: read.hash === previous.hash ? null : read }
}
