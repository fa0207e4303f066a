import type { Collector } from './collect-addresses'
import type { ListReader } from './list-reader'

/** Longer cells are not addresses. */
const MAX_CELL = 1_024

type Columns = { separator: string /** The index of the column with addresses, from 0. */; at: number }

/**
 * The rows of a CSV file (RFC 4180) after its header: quoted cells may hold separators, quotes and line ends. Throws if
 * the quotes of a row leave open which cell is which.
 */
export function createRowReader(found: Collector, { separator, at }: Columns): ListReader {
  let row = 2
  let column = 0
  let cell = ''
  let isFilled = false
  /**
   * The state of the reader: in a plain cell, within quotes, or after a quote that closes the cell or is the first of
   * an escaped pair.
   */
  let place: 'plain' | 'quoted' | 'behind quote' = 'plain'
  let isAtStart = true

  const keep = (char: string) => {
    isFilled ||= char !== '\r' && char !== ' '
    if (column === at && cell.length <= MAX_CELL) cell += char
  }
  const finishRow = () => {
    // A row that is too short names no address.
    if (isFilled) found.add(column < at ? '' : cell)
    row += 1
    column = 0
    cell = ''
    isFilled = false
    isAtStart = true
    place = 'plain'
  }
  const read = (char: string) => {
    if (place === 'quoted') {
      if (char === '"') place = 'behind quote'
      else keep(char)
      return
    }
    if (place === 'behind quote' && char === '"') {
      keep(char)
      place = 'quoted'
      return
    }
    if (char === '\n') return finishRow()
    if (char === separator) {
      column += 1
      isAtStart = true
      place = 'plain'
      return
    }
    if (place === 'behind quote' && char !== '\r') throw new Error(`its row ${row} has text after a closing quote`)
    if (char === '"' && isAtStart) place = 'quoted'
    else keep(char)
    isAtStart = false
  }
  return {
    push(text) {
      for (const char of text) read(char)
    },
    end() {
      if (place === 'quoted') throw new Error(`a quote in its row ${row} is never closed`)
      finishRow()
    },
  }
}
