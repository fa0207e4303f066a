import { z } from 'zod'
import type { Collector } from './collect-addresses'
import type { ListReader } from './list-reader'

/** It is parsed as a whole. */
const MAX_LENGTH = 16 * 1_024 * 1_024

const entries = z.array(z.union([z.string(), z.object({ address: z.string() }).transform(({ address }) => address)]))

/** A JSON list of addresses, as texts or as objects with `address`. */
export function createJsonReader(found: Collector): ListReader {
  const parts: string[] = []
  let length = 0
  return {
    push(text) {
      length += text.length
      if (length > MAX_LENGTH) throw new Error(`it is JSON of more than ${MAX_LENGTH / 1_024} KiB`)
      parts.push(text)
    },
    end() {
      const parsed = entries.safeParse(toJson(parts.join('')))
      if (!parsed.success) throw new Error('it is not a JSON list of addresses')
      for (const address of parsed.data) found.add(address)
    },
  }
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('it is not JSON')
  }
}
