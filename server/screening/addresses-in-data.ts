/** The zero bytes before an address in a word of 32 bytes. */
const PADDING_BYTES = 12
const ADDRESS_CHARACTERS = 40
/** The most leading zero bytes of an address that are looked for; words with more are numbers. */
const MAX_LEADING_ZEROS = 7

/**
 * The EVM addresses that calldata (hex) may name, in lower case. They are 20 bytes behind 12 zero bytes, at any place,
 * so that arguments of any function are found, in lists and nested calls too. Numbers of that form are among them.
 * Addresses that a contract packs without padding are not found. Pure.
 */
export function addressesInData(data: string): Set<string> {
  const hex = data.slice(2).toLowerCase()
  const found = new Set<string>()
  let zeros = 0
  for (let at = 0; at < hex.length; at += 2) {
    if (hex[at] === '0' && hex[at + 1] === '0') {
      zeros += 1
      continue
    }
    for (let before = 0; before <= MAX_LEADING_ZEROS && zeros - before >= PADDING_BYTES; before += 1) {
      const address = hex.slice(at - 2 * before, at - 2 * before + ADDRESS_CHARACTERS)
      if (address.length === ADDRESS_CHARACTERS) found.add(`0x${address}`)
    }
    zeros = 0
  }
  return found
}
