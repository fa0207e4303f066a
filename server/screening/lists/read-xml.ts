import type { ListReader } from './list-reader'

/** The parts of a document, in order. Names have no namespace prefix. */
export type XmlHandler = {
  /** `attributes` is for `attributeOf`. */
  open: (name: string, attributes: string) => void
  close: (name: string) => void
  text: (text: string) => void
}

/** The longest tag, comment or section between two pieces of text. */
const MAX_MARKUP = 65_536
const MAX_DEPTH = 256

const OTHER_MARKUP = [
  { start: '<!--', end: '-->' },
  { start: '<![CDATA[', end: ']]>' },
  { start: '<?', end: '?>' },
] as const
const MAX_START = Math.max(...OTHER_MARKUP.map(({ start }) => start.length))

/**
 * Reads XML as a stream, for documents of many megabytes. It keeps one piece of markup at a time. It knows no entities
 * and no document types, so nothing in a document can grow. Throws for markup that does not end, and if the document
 * ends within an element.
 */
export function createXmlReader(handler: XmlHandler): ListReader {
  let rest = ''
  let depth = 0
  let hasRoot = false

  const readTag = (tag: string) => {
    if (tag.startsWith('</')) {
      depth -= 1
      if (depth < 0) throw new Error('it is not XML: an element closes that is not open')
      return handler.close(localName(tag.slice(2, -1).trim()))
    }
    const isEmpty = tag.endsWith('/>')
    const [, name = ''] = /^<([^\s/>]+)/.exec(tag) ?? []
    if (name === '') throw new Error('it is not XML: a tag has no name')
    hasRoot = true
    if (depth >= MAX_DEPTH) throw new Error('it is XML of too many levels')
    handler.open(localName(name), tag.slice(name.length + 1))
    if (isEmpty) handler.close(localName(name))
    else depth += 1
  }
  /** The position after the markup that begins at `at`; -1 if more text is needed. */
  const readMarkup = (at: number): number => {
    const other = OTHER_MARKUP.find(({ start }) => rest.startsWith(start, at))
    if (other) {
      const end = rest.indexOf(other.end, at + other.start.length)
      if (end >= 0 && other.start === '<![CDATA[') handler.text(rest.slice(at + other.start.length, end))
      return end < 0 ? -1 : end + other.end.length
    }
    // The start of an element may be cut off.
    const left = rest.slice(at, at + MAX_START)
    if (OTHER_MARKUP.some(({ start }) => start.startsWith(left))) return -1
    if (rest.startsWith('<!', at)) throw new Error('it is XML or HTML with a document type')
    const end = endOfTag(rest, at)
    if (end < 0) return -1
    readTag(rest.slice(at, end + 1))
    return end + 1
  }
  return {
    push(text) {
      rest += text
      let at = 0
      for (;;) {
        const start = rest.indexOf('<', at)
        if (start < 0) {
          handler.text(rest.slice(at))
          at = rest.length
          break
        }
        if (start > at) handler.text(rest.slice(at, start))
        at = start
        const next = readMarkup(start)
        if (next < 0) break
        at = next
      }
      rest = rest.slice(at)
      if (rest.length > MAX_MARKUP) throw new Error(`it is XML with a tag of more than ${MAX_MARKUP / 1_024} KiB`)
    },
    end() {
      if (rest.trim() !== '' || depth > 0 || !hasRoot) throw new Error('it is XML that ends in the middle')
    },
  }
}

/** The end of a tag: attributes may contain `>`. */
function endOfTag(text: string, start: number): number {
  let quote = ''
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text[at] ?? ''
    if (quote !== '') {
      if (char === quote) quote = ''
    } else if (char === '>') return at
    else if (char === '"' || char === "'") quote = char
  }
  return -1
}

/** The value of an attribute, or an empty text. */
export function attributeOf(attributes: string, name: string): string {
  const [, double, single = ''] = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes) ?? []
  return double ?? single
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
