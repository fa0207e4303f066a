/** Shorter parts of an address are words (`v2`, `mainnet`), not keys. */
const SHORTEST_KEY = 8

/** A node's words without the parts of its address that may be a provider's key: some providers repeat them in errors. */
export function hideKeys(text: string, path: string): string {
  return path
    .split(/[/?&=]/)
    .filter((part) => part.length >= SHORTEST_KEY)
    .reduce((left, part) => left.replaceAll(part, '***'), text)
}
