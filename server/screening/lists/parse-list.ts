import { z } from 'zod'
import { typeOf } from '@/schemas/addresses/contract'
import { canonicalAddress } from '@/server/text/canonical-address'

/** The most that a list may name. */
const MAX_LISTED = 200_000

/** What a list names, each address once, and how many of its entries are no address. */
export type Listed = { addresses: string[]; unreadable: number }

/** A text with one address a line. What follows `#`, and empty lines, are comments. Throws above 200,000. */
export function parseLines(text: string): Listed {
  return toListed(
    text
      .split(/\r?\n/)
      .map((line) => line.replace(/#.*$/, '').trim())
      .filter(Boolean),
  )
}

const entries = z.array(z.union([z.string(), z.object({ address: z.string() }).transform(({ address }) => address)]))

/** A JSON list of addresses, as texts or as objects with `address`. Throws for anything else, and above 200,000. */
export function parseJson(text: string): Listed {
  const parsed = entries.safeParse(toJson(text))
  if (!parsed.success) throw new Error('it is no JSON list of addresses')
  return toListed(parsed.data)
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('it is no JSON')
  }
}

function toListed(texts: readonly string[]): Listed {
  if (texts.length > MAX_LISTED) throw new Error(`it names more than ${MAX_LISTED} addresses`)
  const read = texts.map(toAddress)
  const addresses = [...new Set(read.filter((address) => address !== null))]
  return { addresses, unreadable: read.filter((address) => address === null).length }
}

/** Lists write EVM addresses in any case, so that no checksum is expected of them. */
function toAddress(text: string): string | null {
  const address = text.trim()
  const family = typeOf(address)
  return canonicalAddress(family, family === 'EVM' ? address.toLowerCase() : address)
}
