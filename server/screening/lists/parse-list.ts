import { createHash } from 'node:crypto'
import type { ListFormat } from '@/schemas/screening/words'
import { type Collector, createCollector, type Listed } from './collect-addresses'
import type { ListReader } from './list-reader'
import { createJsonReader } from './read-json'
import { createSdnReader } from './read-sdn'
import { createTextReader } from './read-text'

/** The most bytes of a list: the largest of the US Treasury has about 120 million. */
const MAX_BYTES = 512 * 1_024 * 1_024

/** The content of a list; `hash` differs for another content. */
export type ParsedList = Listed & { hash: string; bytes: number; format: ListFormat }

type Parsing = {
  /** The column with addresses in a CSV file. */
  column: string
  /** Called after each chunk with the number of bytes read. */
  onRead?: (bytes: number) => Promise<void>
}

/**
 * Reads a list of addresses as a stream, in the format of its text: one address a line, CSV with a header, JSON, or a
 * list of the US Treasury in XML. Memory does not grow with its size. Throws with a message for operators.
 */
export async function parseList(chunks: AsyncIterable<Uint8Array>, { column, onRead }: Parsing): Promise<ParsedList> {
  const found = createCollector()
  const reader = createAnyReader(found, column)
  const decoder = new TextDecoder()
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES / 1_024 / 1_024} MiB`)
    hash.update(chunk)
    reader.push(decoder.decode(chunk, { stream: true }))
    await onRead?.(bytes)
  }
  reader.push(decoder.decode())
  reader.end()
  return { ...found.listed(), hash: hash.digest('hex'), bytes, format: reader.format() }
}

/** A reader of the format that the first sign of the text shows. */
function createAnyReader(found: Collector, column: string): ListReader & { format: () => ListFormat } {
  let detected: { format: ListFormat; reader: ListReader } | null = null
  const choose = (first: string) => {
    const format = formatOf(first)
    return { format, reader: READERS[format](found, column) }
  }
  return {
    push(text) {
      const from = detected === null ? text.search(/\S/) : 0
      if (from < 0) return
      detected ??= choose(text.charAt(from))
      detected.reader.push(text.slice(from))
    },
    end: () => detected?.reader.end(),
    format: () => detected?.format ?? 'TEXT',
  }
}

const READERS: Record<ListFormat, (found: Collector, column: string) => ListReader> = {
  TEXT: createTextReader,
  JSON: createJsonReader,
  SDN: createSdnReader,
}

function formatOf(first: string): ListFormat {
  if (first === '<') return 'SDN'
  return first === '[' || first === '{' ? 'JSON' : 'TEXT'
}
