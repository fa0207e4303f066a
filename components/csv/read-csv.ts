const SEPARATORS = [',', ';', '\t'] as const

/**
 * The separator of a file's cells: spreadsheets write semicolons where the comma is for decimals. The first line, which
 * has names, shows it.
 */
function separatorOf(source: string): string {
  const [head = ''] = source.split('\n', 1)
  const count = (one: string) => head.split(one).length
  return SEPARATORS.reduce<string>((best, one) => (count(one) > count(best) ? one : best), ',')
}

/** The rows of a CSV file, or an error of the whole file, such as an unclosed quote. */
type CsvFile = { rows: string[][]; problem: string | null }

/** Reads a CSV file (RFC 4180): quoted cells may hold separators, quotes and line ends. Nothing is repaired. */
export function readCsv(text: string): CsvFile {
  const rows: string[][] = []
  const source = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const separator = separatorOf(source)
  let row: string[] = []
  for (let at = 0; at < source.length; ) {
    const line = rows.length + 1
    const isQuoted = source[at] === '"'
    const end = isQuoted ? endOfQuote(source, at) : endOfPlain(source, at, separator)
    if (end === null) return { rows: [], problem: `A quote in line ${line} is never closed` }
    row.push(isQuoted ? source.slice(at + 1, end - 1).replaceAll('""', '"') : source.slice(at, end))
    const next = source[end]
    if (next !== undefined && next !== separator && next !== '\n')
      return { rows: [], problem: `Line ${line} has text after a closing quote` }
    if (next === separator && end === source.length - 1) row.push('')
    if (next !== separator) {
      rows.push(row)
      row = []
    }
    at = end + 1
  }
  return { rows: row.length > 0 ? [...rows, row] : rows, problem: null }
}

/** The position after the closing quote; null if there is none. */
function endOfQuote(source: string, start: number): number | null {
  for (let at = start + 1; at < source.length; at += 1) {
    if (source[at] !== '"') continue
    if (source[at + 1] !== '"') return at + 1
    at += 1
  }
  return null
}

function endOfPlain(source: string, start: number, separator: string): number {
  let at = start
  while (at < source.length && source[at] !== separator && source[at] !== '\n') at += 1
  return at
}
