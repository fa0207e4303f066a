import { type AddressType, addressText } from '@/server/addresses/contract'
import { MOST_LINES } from '@/server/tokens/words'

/** One line of a file of wallets, and what is wrong with it; `line` counts as a spreadsheet does. */
export type FileLine = {
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

/** What sets the cells of a file apart: spreadsheets write semicolons where the comma is for decimals. The first line, which has names, tells. */
function separatorOf(source: string): string {
  const [head = ''] = source.split('\n', 1)
  const count = (one: string) => head.split(one).length
  return SEPARATORS.reduce<string>((best, one) => (count(one) > count(best) ? one : best), ',')
}

/** The rows of a CSV file (RFC 4180): quoted cells may hold separators, quotes and line ends. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let [row, cell, isQuoted]: [string[], string, boolean] = [[], '', false]
  const source = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const separator = separatorOf(source)
  for (let at = 0; at < source.length; at += 1) {
    const letter = source[at]
    if (isQuoted) {
      if (letter !== '"') cell += letter
      else if (source[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
      continue
    }
    if (letter === '"' && cell === '') isQuoted = true
    else if (letter === separator || letter === '\n') {
      row.push(cell)
      cell = ''
      if (letter === '\n') {
        rows.push(row)
        row = []
      }
    } else cell += letter
  }
  return cell === '' && row.length === 0 ? rows : [...rows, [...row, cell]]
}

/** A file of wallets, judged line by line before anything is sent. Its first line names the columns; `label` and `country` may be missing. */
export function readWalletFile(text: string, { tokenAdmin, chainType }: Known): WalletFile {
  const [head = [], ...rows] = readCsv(text)
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
  if (filled.length === 0) return { lines: [], problem: 'There are no lines after the first' }
  if (filled.length > MOST_LINES)
    return {
      lines: [],
      problem: `At most ${MOST_LINES.toLocaleString('en-US')} lines at once: this has ${filled.length.toLocaleString('en-US')}`,
    }
  const seen = new Map<string, number>()
  const lines = filled.map(({ cells, line }) => {
    const read = (name: Column) => (cells[places.get(name.toLowerCase()) ?? -1] ?? '').trim()
    const fields = {
      address: read('address'),
      investorId: read('investorId'),
      label: read('label'),
      country: read('country'),
    }
    return { line, ...fields, problem: problemOf(fields, { line, seen, tokenAdmin, chainType }) }
  })
  return { lines, problem: null }
}

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
  return /^([A-Z]{2})?$/.test(country) ? null : 'The country must be two capital letters'
}
