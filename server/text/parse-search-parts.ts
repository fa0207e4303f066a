/** A part of a value that a search is by, in the form in which its index holds it. */
export type SearchPart = {
  by: 'addressStart' | 'addressEnd' | 'referenceStart' | 'lastFour' | 'words'
  value: string
}

/** At least four signs of an address, with or without `0x` at the beginning. */
const ADDRESS_PART = /^(0x)?[0-9a-z]{4,43}$/
const REFERENCE_START = /^(PAY|SLP|RFD)-[0-9A-Z]{2,39}$/
const LAST_FOUR = /^[0-9A-Za-z]{4}$/
const LEAST_LETTERS = 2
const MAX_WORDS = 6

/**
 * The kinds of partial values that a text may be: the beginning or the end of an address, the beginning of a payment
 * reference, the end of an API key, and words of a name or their beginnings.
 */
export function parseSearchParts(text: string): SearchPart[] {
  const given = text.trim()
  const parts: SearchPart[] = []
  const address = given.toLowerCase()
  if (ADDRESS_PART.test(address)) {
    parts.push({ by: 'addressStart', value: `${address}%` })
    if (!address.startsWith('0x')) parts.push({ by: 'addressEnd', value: `${[...address].reverse().join('')}%` })
  }
  const reference = given.toUpperCase()
  if (REFERENCE_START.test(reference)) parts.push({ by: 'referenceStart', value: `${reference}%` })
  if (LAST_FOUR.test(given)) parts.push({ by: 'lastFour', value: given })
  const words = given.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length > 0 && words.length <= MAX_WORDS && words.some(({ length }) => length >= LEAST_LETTERS)) {
    parts.push({ by: 'words', value: words.map((word) => `${word}:*`).join(' & ') })
  }
  return parts
}
