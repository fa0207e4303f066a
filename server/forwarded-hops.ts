const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
// RFC 7239 wants quotes around a colon and a bracket; proxies leave them out.
const VALUE = `(?:"(?:[^"\\\\]|\\\\.)*"|[!#$%&'*+.^_\`|~0-9A-Za-z:\\[\\]-]+)`
const PAIR = `${TOKEN}=${VALUE}`
const ELEMENT = new RegExp(`^\\s*((?:${PAIR}(?:\\s*;\\s*${PAIR})*)?)\\s*;?\\s*$`)
const PAIRS = new RegExp(`(${TOKEN})=(${VALUE})`, 'g')

/**
 * The `for` of each element of a Forwarded header (RFC 7239), the newest first. Null marks one that cannot be read, and
 * nothing follows it. Elements are cut from the right, so that no quote of a client reaches into what a proxy wrote
 * behind it.
 */
export function* forwardedHops(header: string): Generator<string | null> {
  for (let rest = header; ; ) {
    if (rest.trim() === '') return
    const { element, before } = lastElement(rest)
    const hop = element && hopOf(element)
    // An empty element says nothing.
    if (element !== '') yield hop
    if (hop === null) return
    rest = before
  }
}

function lastElement(text: string): { element: string | null; before: string } {
  for (let comma = text.lastIndexOf(','); ; comma = text.lastIndexOf(',', comma - 1)) {
    const element = ELEMENT.exec(text.slice(comma + 1))?.[1]
    if (element !== undefined) return { element, before: text.slice(0, Math.max(comma, 0)) }
    if (comma <= 0) return { element: null, before: '' }
  }
}

function hopOf(element: string): string | null {
  const hops = [...element.matchAll(PAIRS)].filter(([, name]) => name?.toLowerCase() === 'for')
  const [, , value] = hops.length === 1 ? (hops[0] ?? []) : []
  return value === undefined ? null : value.replace(/^"(.*)"$/, '$1').replace(/\\(.)/g, '$1')
}
