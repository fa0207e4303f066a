import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { getPage } from '@/server/egress/get-text'
import { type Listed, parseJson, parseLines } from './parse-list'

/** What was read of a list before. */
export type Known = { etag: string | null; hash: string | null }

/** A list as it is now; null where it is still the known one. `hash` tells two contents apart. */
export type ListRead = (Listed & { etag: string | null; hash: string }) | null

/** Where a list of blocked addresses comes from. `read` throws in words for an operator. */
export type ListSource = { name: string; read: (known: Known) => Promise<ListRead> }

const MAX_BYTES = 16 * 1_024 * 1_024
const TIMEOUT_MS = 20_000

/** For local use and tests of integrations: an EVM and a Solana address that are always blocked. */
export const FIXED_LIST = [
  '0x000000000000000000000000000000000000bAd1',
  'B1ockedB1ockedB1ockedB1ockedB1ockedB1ocked11',
] as const

/** The source that SCREENING_LIST names; null for `none`. */
export function listSourceOf(setting: string): ListSource | null {
  if (setting === 'none') return null
  if (setting === 'fixed') return fixedList
  return setting.startsWith('/') ? fileList(setting) : httpList(setting)
}

const fixedList: ListSource = {
  name: 'fixed',
  read: async (known) => unlessKnown(FIXED_LIST.join('\n'), known, parseLines),
}

/** One address a line. */
function fileList(path: string): ListSource {
  return { name: path, read: async (known) => unlessKnown(await readBounded(path), known, parseLines) }
}

/** A JSON list, asked for with its `ETag`. */
function httpList(url: string): ListSource {
  return {
    name: url,
    async read(known) {
      const page = await getPage(url, { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, etag: known.etag })
      return page && unlessKnown(page.text, known, parseJson, page.etag)
    },
  }
}

function unlessKnown(
  text: string,
  known: Known,
  parse: (text: string) => Listed,
  etag: string | null = null,
): ListRead {
  const hash = createHash('sha256').update(text).digest('hex')
  return hash === known.hash ? null : { ...parse(text), etag, hash }
}

async function readBounded(path: string): Promise<string> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`the file cannot be read (${error.code ?? 'unknown'})`)
  })
  try {
    const { size } = await file.stat()
    if (size > MAX_BYTES) throw new Error(`the file has more than ${MAX_BYTES / 1_024} KiB`)
    return await file.readFile('utf8')
  } finally {
    await file.close()
  }
}
