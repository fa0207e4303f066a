import { fromCsvCell } from '@/server/text/csv-cell'
import { readCsv } from './read-csv'

type FileFormat<Column extends string> = {
  columns: readonly Column[]
  /** The columns that the first line must name. */
  required: readonly Column[]
  maxLines: number
  /** Whether a column of another name is a problem of the file. Otherwise it is left out. */
  isStrict?: boolean
}

/** A filled line of the file; `line` counts as a spreadsheet does. */
export type CsvLine<Column extends string> = {
  line: number
  cells: Record<Column, string>
  /** Its cells may be those of other columns. */
  problem: string | null
  /** Cells behind the last column. */
  surplus: string[]
}

const TOO_WIDE = 'More cells than the first line has columns: quote a cell that holds the separator'

const figure = (count: number) => count.toLocaleString('en-US')

/**
 * The filled lines of a CSV file whose first line names the columns, in any order and case. `problem`: why the file as
 * a whole cannot be read.
 */
export function readLines<Column extends string>(
  text: string,
  { columns, required, maxLines, isStrict = false }: FileFormat<Column>,
): { lines: CsvLine<Column>[]; problem: string | null } {
  const refuse = (problem: string) => ({ lines: [], problem })
  const file = readCsv(text)
  if (file.problem !== null) return refuse(file.problem)
  const [head = [], ...rows] = file.rows
  const places = new Map(head.map((name, at) => [name.trim().toLowerCase(), at]))
  const missing = required.filter((name) => !places.has(name.toLowerCase()))
  if (missing.length > 0)
    return refuse(
      `The first line must name the columns: ${listed(missing)} ${missing.length === 1 ? 'is' : 'are'} missing`,
    )
  const known = new Set(columns.map((name) => name.toLowerCase()))
  const unknown = head.find((name) => !known.has(name.trim().toLowerCase()))
  if (isStrict && unknown !== undefined)
    return refuse(`The column "${unknown}" is unknown. The columns are ${listed(columns)}`)
  const filled = rows
    .map((cells, n) => ({ cells, line: n + 2 }))
    .filter(({ cells }) => cells.some((one) => one.trim() !== ''))
  if (filled.length === 0) return refuse('The file has no lines after the header')
  if (filled.length > maxLines)
    return refuse(`A file can have at most ${figure(maxLines)} lines. This one has ${figure(filled.length)}`)
  const lines = filled.map(({ cells, line }) => {
    const read = (name: Column) => fromCsvCell((cells[places.get(name.toLowerCase()) ?? -1] ?? '').trim())
    const surplus = cells.slice(head.length).map((one) => fromCsvCell(one.trim()))
    const isTooWide = surplus.some((one) => one !== '')
    return { line, cells: recordOf(columns, read), problem: isTooWide ? TOO_WIDE : null, surplus }
  })
  return { lines, problem: null }
}

function recordOf<Name extends string>(names: readonly Name[], read: (name: Name) => string): Record<Name, string> {
  // Every name has its value, which the type of `fromEntries` does not express.
  return Object.fromEntries(names.map((name) => [name, read(name)])) as Record<Name, string>
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
