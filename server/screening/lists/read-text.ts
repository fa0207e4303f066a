import type { Collector } from './collect-addresses'
import type { ListReader } from './list-reader'
import { createRowReader } from './read-csv'
import { createLineReader } from './read-lines'

const SEPARATORS = [',', ';', '\t'] as const
const MAX_HEADER = 4_096

type Header = { names: string[]; separator: string }

/**
 * A text with one address a line, or a CSV file whose first line names a column of addresses. Throws if a header has
 * no such column.
 */
export function createTextReader(found: Collector, column: string): ListReader {
  let start = ''
  let reader: ListReader | null = null
  const begin = (isOver: boolean) => {
    // Comments may come before the header.
    const text = start.replace(/^(?:[ \t\r]*(?:#[^\n]*)?\n)+/, '')
    start = text
    const end = text.indexOf('\n')
    if (end < 0 && !isOver && text.length <= MAX_HEADER) return
    const line = end < 0 ? text : text.slice(0, end)
    const header = line.length <= MAX_HEADER ? toHeader(line.split('#', 1)[0] ?? '', column) : null
    reader = header === null ? createLineReader(found) : createRowReader(found, placeOf(header, column))
    reader.push(header === null ? text : text.slice(line.length + 1))
    start = ''
  }
  return {
    push(text) {
      if (reader) return reader.push(text)
      start += text
      begin(false)
    },
    end() {
      if (reader === null) begin(true)
      reader?.end()
    },
  }
}

/** Null for a line that is not a header. */
function toHeader(line: string, column: string): Header | null {
  const counts = SEPARATORS.map((separator) => ({ separator, names: line.split(separator).map(unquoted) }))
  const best = counts.reduce((most, one) => (one.names.length > most.names.length ? one : most))
  // A list of one column has no separator.
  return best.names.length > 1 || isNamed(unquoted(line), column) ? best : null
}

function placeOf({ names, separator }: Header, column: string): { separator: string; at: number } {
  const at = names.findIndex((name) => isNamed(name, column))
  if (at < 0) {
    const shown = names
      .join(', ')
      .replace(/\p{Cc}/gu, '?')
      .slice(0, 200)
    throw new Error(`its first line has no column ${column}, which SCREENING_LIST_COLUMN sets: ${shown}`)
  }
  return { separator, at }
}

function isNamed(name: string, column: string): boolean {
  return name.toLowerCase() === column.toLowerCase()
}

function unquoted(name: string): string {
  return name
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim()
}
