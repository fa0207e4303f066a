import { type AddressType, addressText } from '@/schemas/addresses/contract'
import { lineOfText } from '@/schemas/text/contract'
import { MAX_LINES } from '@/schemas/tokens/words'
import { fromCsvCell } from '@/server/text/csv-cell'

/** One line of a file of wallets, and what is wrong with it; `line` counts as a spreadsheet does. */
type FileLine = {
  line: number
  address: string
  investorId: string
  label: string
  country: string
  problem: string | null
}
export type WalletFile = { lines: FileLine[]; problem: string | null }

const COLUMNS = ['address', 'investorId', 'label', 'country'] as const
type Column = (typeof COLUMNS)[number]

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

/** The rows of a CSV file, and what is wrong with the file as a whole: then there is no telling where its cells end. */
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

/** Behind the closing quote; null where there is none. */
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

/**
 * A file of wallets, judged line by line before anything is sent. Its first line names the columns; `label` and
 * `country` may be missing.
 */
export function readWalletFile(text: string, { tokenAdmin, chainType }: Known): WalletFile {
  const file = readCsv(text)
  if (file.problem !== null) return { lines: [], problem: file.problem }
  const [head = [], ...rows] = file.rows
  const places = new Map(head.map((name, at) => [name.trim().toLowerCase(), at]))
  const missing = COLUMNS.slice(0, 2).filter((name) => !places.has(name.toLowerCase()))
  if (missing.length > 0)
    return {
      lines: [],
      problem: `The first line must name the columns: ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing`,
    }
  const filled = rows
    .map((cells, n) => ({ cells, line: n + 2 }))
    .filter(({ cells }) => cells.some((one) => one.trim() !== ''))
  if (filled.length === 0) return { lines: [], problem: 'The file has no lines after the header' }
  if (filled.length > MAX_LINES)
    return {
      lines: [],
      problem: `A file can have at most ${MAX_LINES.toLocaleString('en-US')} lines. This one has ${filled.length.toLocaleString('en-US')}`,
    }
  const seen = new Map<string, number>()
  const lines = filled.map(({ cells, line }) => {
    const read = (name: Column) => fromCsvCell((cells[places.get(name.toLowerCase()) ?? -1] ?? '').trim())
    const fields = {
      address: read('address'),
      investorId: read('investorId'),
      label: read('label'),
      country: read('country'),
    }
    const isTooWide = cells.slice(head.length).some((one) => one.trim() !== '')
    const problem = isTooWide ? TOO_WIDE : problemOf(fields, { line, seen, tokenAdmin, chainType })
    return { line, ...fields, problem }
  })
  return { lines, problem: null }
}

/** Its cells may be those of other columns. */
const TOO_WIDE = 'More cells than the first line has columns: quote a cell that holds the separator'

type Known = {
  /** Who needs no registration. */
  tokenAdmin: string
  chainType: AddressType
}
type Around = Known & { line: number; seen: Map<string, number> }

const NO_ADDRESS = {
  EVM: 'Not an EVM address, or its checksum is wrong',
  SOLANA: 'Not a Solana address',
} satisfies Record<AddressType, string>

function problemOf(
  { address, investorId, label, country }: Record<Column, string>,
  { line, seen, tokenAdmin, chainType }: Around,
): string | null {
  if (address === '') return 'The address is missing'
  const { data: canonical } = addressText(chainType).safeParse(address)
  if (canonical === undefined) return NO_ADDRESS[chainType]
  if (canonical === tokenAdmin) return 'The tokenAdmin needs no registration'
  const earlier = seen.get(canonical)
  if (earlier !== undefined) return `The same address as in line ${earlier}`
  seen.set(canonical, line)
  if (investorId === '') return 'The investorId is missing'
  if (investorId.length > 120 || label.length > 120) return 'More than 120 characters'
  if ([investorId, label].some((text) => !lineOfText.safeParse(text).success))
    return 'Control characters, such as a line break'
  return /^([A-Z]{2})?$/.test(country) ? null : 'The country must be two capital letters'
}
