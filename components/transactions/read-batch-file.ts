import { readLines } from '@/components/csv/read-lines'
import { validateAmount } from '@/components/form/validate-amount'
import { addressText } from '@/schemas/addresses/contract'
import { lineOfText } from '@/schemas/text/contract'
import type { ChainView } from '@/schemas/wallets/contract'
import { formatAmount, parseUnits } from '@/server/money/amount'
import { transferBodyOf } from './transfer-call'

export const BATCH_COLUMNS = ['reference', 'from', 'to', 'amount', 'token', 'chain', 'memo'] as const
/** The additional columns of a file of results. They are ignored when such a file is uploaded again. */
export const RESULT_COLUMNS = ['result', 'transactionId', 'code', 'message'] as const
/** The additional columns of a file of wrong or refused lines. */
export const REASON_COLUMNS = ['code', 'reason'] as const
export type BatchColumn = (typeof BATCH_COLUMNS)[number]

export const MAX_BATCH_LINES = 1_000
const MAX_REFERENCE = 128
const MAX_MEMO = 500
const MAX_INDEX = 2 ** 31 - 1

/** One line of a file of transfers, with its errors by cell; `line` counts as a spreadsheet does. */
export type BatchFileLine = {
  line: number
  cells: Record<BatchColumn, string>
  /** Cells behind the last column. */
  surplus: readonly string[]
  column: BatchColumn | null
  problem: string | null
  /** The API's code for the problem. */
  code: 'validation_failed' | 'duplicate_reference'
  /** The reason why a person should check a valid line. */
  warning: string | null
  /** Null if something is wrong. */
  transfer: BatchTransfer | null
}
export type BatchTransfer = {
  /** The line as `POST /v1/wallet/transaction/batch` takes it. */
  body: Record<string, unknown>
  chain: ChainView
  /** The recipient as it is stored. */
  to: string
  symbol: string
  decimals: number
}
export type BatchFile = { lines: BatchFileLine[]; problem: string | null }

const FILE = {
  columns: [...BATCH_COLUMNS, ...RESULT_COLUMNS, 'reason'],
  required: ['reference', 'from', 'to', 'amount', 'chain'],
  maxLines: MAX_BATCH_LINES,
  isStrict: true,
} as const

type Cells = Record<BatchColumn, string>
type Seen = { references: Map<string, number>; payments: Map<string, number> }
type Wrong = { column: BatchColumn; problem: string; code?: 'duplicate_reference' }

/** A file of transfers, judged line by line before anything is sent. `token` and `memo` may be missing. */
export function readBatchFile(text: string, chains: readonly ChainView[]): BatchFile {
  const file = readLines<(typeof FILE.columns)[number]>(text, FILE)
  const seen: Seen = { references: new Map(), payments: new Map() }
  const lines = file.lines.map(({ line, cells, problem, surplus }): BatchFileLine => {
    const nothing = { line, cells, surplus, code: 'validation_failed', warning: null, transfer: null } as const
    if (problem !== null) return { ...nothing, column: null, problem }
    const read = readTransfer(cells, chains)
    const wrong = judgeReference(cells.reference, { line, seen })
    if (wrong !== null) return { ...nothing, ...wrong }
    if ('problem' in read) return { ...nothing, ...read }
    return {
      ...nothing,
      column: null,
      problem: null,
      warning: findRepeated(read, { amount: cells.amount, line, seen }),
      transfer: read,
    }
  })
  return { lines, problem: file.problem }
}

const noChain = (chain: string): Wrong => ({
  column: 'chain',
  problem: chain === '' ? 'The chain is missing' : 'Not a chain that you can send on: enter its id or its name',
})

type At = { line: number; seen: Seen }

function judgeReference(reference: string, { line, seen: { references } }: At): Wrong | null {
  const wrong = (problem: string): Wrong => ({ column: 'reference', problem })
  if (reference === '') return wrong('The reference is missing: it keeps a line from being paid twice')
  if (reference.length > MAX_REFERENCE) return wrong(`More than ${MAX_REFERENCE} characters`)
  if (!lineOfText.safeParse(reference).success) return wrong('Control characters, such as a line break')
  const earlier = references.get(reference.normalize('NFC'))
  if (earlier !== undefined)
    return { ...wrong(`The same reference as in line ${earlier}`), code: 'duplicate_reference' }
  references.set(reference.normalize('NFC'), line)
  return null
}

function readTransfer(cells: Cells, chains: readonly ChainView[]): BatchTransfer | Wrong {
  const { from, to, amount, token, memo, reference } = cells
  const chain = chains.find((one) => one.isAvailable && isNamed(one, cells.chain))
  if (!chain) return noChain(cells.chain)
  const sender = readSender(from, chain)
  if (typeof sender === 'object') return sender
  const { data: recipient } = addressText(chain.chainType).safeParse(to)
  if (recipient === undefined) return { column: 'to', problem: to === '' ? 'The recipient is missing' : notOf(chain) }
  const asset = readAsset(token, chain)
  if ('problem' in asset) return asset
  const verdict = amount === '' ? 'The amount is missing' : validateAmount(amount, { decimals: asset.decimals })
  if (verdict !== true) return { column: 'amount', problem: verdict }
  if (memo.length > MAX_MEMO) return { column: 'memo', problem: `More than ${MAX_MEMO} characters` }
  if (!lineOfText.safeParse(memo).success)
    return { column: 'memo', problem: 'Control characters, such as a line break' }
  const values = { chainId: String(chain.chainId), asset: asset.symbol, toAddress: recipient, amount }
  const body = {
    ...transferBodyOf(from, values, chain),
    ...(asset.tokenAddress ? { tokenAddress: asset.tokenAddress } : {}),
    fromAddress: sender,
    reference,
    metadata: memo === '' ? undefined : { memo },
  }
  return { body, chain, to: recipient, symbol: asset.symbol, decimals: asset.decimals }
}

function isNamed({ chainId, name }: ChainView, text: string): boolean {
  return String(chainId) === text || name.toLowerCase() === text.toLowerCase()
}

const notOf = ({ chainType }: ChainView) =>
  chainType === 'EVM' ? 'Not an EVM address, or its checksum is wrong' : 'Not a Solana address'

/** A wallet by its address, or by its HD index as `/v1` takes it. */
function readSender(from: string, chain: ChainView): string | number | Wrong {
  if (from === '') return { column: 'from', problem: 'The sending wallet is missing' }
  if (/^\d{1,10}$/.test(from) && Number(from) <= MAX_INDEX) return Number(from)
  const { data: address } = addressText(chain.chainType).safeParse(from)
  return address ?? { column: 'from', problem: notOf(chain) }
}

type Asset = { symbol: string; decimals: number; tokenAddress: string | null }
/** More decimals than any token has. The API checks those of this token. */
const UNKNOWN_DECIMALS = 36

/** The coin of the chain, one of its known tokens by symbol, or any token by address. */
function readAsset(token: string, chain: ChainView): Asset | Wrong {
  const { nativeSymbol, nativeDecimals } = chain
  if (token === '' || token.toLowerCase() === nativeSymbol.toLowerCase())
    return { symbol: nativeSymbol, decimals: nativeDecimals, tokenAddress: null }
  const { data: address } = addressText(chain.chainType).safeParse(token)
  const isIt = (one: { symbol: string; address: string }) =>
    one.address === address || one.symbol.toLowerCase() === token.toLowerCase()
  const supported = chain.tokens.find(isIt)
  if (supported) return { symbol: supported.symbol, decimals: supported.decimals, tokenAddress: null }
  if (address !== undefined) return { symbol: address, decimals: UNKNOWN_DECIMALS, tokenAddress: address }
  return { column: 'token', problem: `No token of ${chain.name}: enter its symbol or its address` }
}

function findRepeated({ chain, to, symbol }: BatchTransfer, { amount, line, seen }: At & { amount: string }) {
  const key = [chain.chainId, to, symbol, amount].join(' ')
  const earlier = seen.payments.get(key)
  if (earlier !== undefined) return `The same recipient and amount as in line ${earlier}`
  seen.payments.set(key, line)
  return null
}

export type BatchTotal = { key: string; chainName: string; symbol: string; count: number; amount: string }

/** The totals of valid lines by chain and token, in the order of the file. */
export function totalsOf(lines: readonly BatchFileLine[]): BatchTotal[] {
  const totals = new Map<string, Omit<BatchTotal, 'key' | 'amount'> & { units: bigint }>()
  for (const { transfer, cells } of lines) {
    if (transfer === null) continue
    const { chain, symbol } = transfer
    const key = `${chain.chainId} ${symbol}`
    const { count, units } = totals.get(key) ?? { count: 0, units: 0n }
    const parsed = parseUnits(cells.amount, UNKNOWN_DECIMALS)
    const added = units + ('units' in parsed ? parsed.units : 0n)
    totals.set(key, { chainName: chain.name, symbol, count: count + 1, units: added })
  }
  return [...totals].map(([key, { units, ...rest }]) => ({
    key,
    ...rest,
    amount: formatAmount(units, UNKNOWN_DECIMALS),
  }))
}
