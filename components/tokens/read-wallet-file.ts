import { readLines } from '@/components/csv/read-lines'
import { type AddressType, addressText } from '@/schemas/addresses/contract'
import { lineOfText } from '@/schemas/text/contract'
import { MAX_LINES } from '@/schemas/tokens/words'

const COLUMNS = ['address', 'investorId', 'label', 'country'] as const
type Column = (typeof COLUMNS)[number]

/** One line of a file of wallets, with its errors by cell; `line` counts as a spreadsheet does. */
type FileLine = Record<Column, string> & { line: number; column: Column | null; problem: string | null }
export type WalletFile = { lines: FileLine[]; problem: string | null }

const FILE = { columns: COLUMNS, required: ['address', 'investorId'], maxLines: MAX_LINES } as const

/**
 * A file of wallets, judged line by line before anything is sent. Its first line names the columns; `label` and
 * `country` may be missing.
 */
export function readWalletFile(text: string, known: Known): WalletFile {
  const file = readLines(text, FILE)
  const seen = new Map<string, number>()
  const lines = file.lines.map(({ line, cells, problem }) => {
    const found = problem === null ? findProblem(cells, { ...known, line, seen }) : { column: null, problem }
    return { line, ...cells, ...found }
  })
  return { lines, problem: file.problem }
}

type Known = {
  /** Addresses that need no registration. */
  tokenAdmin: string
  chainType: AddressType
}
type Around = Known & { line: number; seen: Map<string, number> }
type Found = Pick<FileLine, 'column' | 'problem'>

const NO_ADDRESS = {
  EVM: 'Not an EVM address, or its checksum is wrong',
  SOLANA: 'Not a Solana address',
} satisfies Record<AddressType, string>

function findProblem(cells: Record<Column, string>, around: Around): Found {
  const ofAddress = judgeAddress(cells.address, around)
  if (ofAddress !== null) return { column: 'address', problem: ofAddress }
  if (cells.investorId === '') return { column: 'investorId', problem: 'The investorId is missing' }
  for (const column of ['investorId', 'label'] as const) {
    if (cells[column].length > 120) return { column, problem: 'More than 120 characters' }
    if (!lineOfText.safeParse(cells[column]).success)
      return { column, problem: 'Control characters, such as a line break' }
  }
  if (/^([A-Z]{2})?$/.test(cells.country)) return { column: null, problem: null }
  return { column: 'country', problem: 'The country must be two capital letters' }
}

function judgeAddress(address: string, { line, seen, tokenAdmin, chainType }: Around): string | null {
  if (address === '') return 'The address is missing'
  const { data: canonical } = addressText(chainType).safeParse(address)
  if (canonical === undefined) return NO_ADDRESS[chainType]
  if (canonical === tokenAdmin) return 'The token admin needs no registration'
  const earlier = seen.get(canonical)
  if (earlier !== undefined) return `The same address as in line ${earlier}`
  seen.set(canonical, line)
  return null
}
