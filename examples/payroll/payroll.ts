import { createHash } from 'node:crypto'
import { type BatchLine, type Client, TransactionFailedError, type TransferLine } from '@slipway/sdk'

export type PayrollOptions = {
  slipway: Client
  /** The wallet that pays: its address or its HD index. */
  from: string | number
  chainId: number
  tokenAddress: string
  allOrNothing?: boolean
  /** The interval at which a transaction is read until it has ended, in ms. */
  intervalMs?: number
}

/** A line of the file: `error` says why it was not paid. */
export type Payment = { reference: string; to: string; amount: string; txHash: string | null; error: string | null }

const COLUMNS = 'reference,to,amount'

/**
 * Pays a file of `reference,to,amount` and returns the outcome of each line. A second run, also after a crash, pays no
 * line twice: a reference is used once, and the file's hash is the idempotency key.
 */
export async function runPayroll(csv: string, options: PayrollOptions): Promise<Payment[]> {
  const { slipway, from: fromAddress, chainId, tokenAddress, allOrNothing = false } = options
  const lines = readLines(csv)
  const transfers = lines.map(
    ({ reference, to, amount }): TransferLine => ({
      ...{ reference, fromAddress, toAddress: to, amount },
      ...{ chainType: 'EVM', chainId, tokenAddress },
    }),
  )
  const idempotencyKey = `payroll-${createHash('sha256').update(csv).digest('hex')}`
  const batch = await slipway.createTransferBatch({ transfers, allOrNothing }, { idempotencyKey })
  return Promise.all(
    lines.map(async (line, n) => {
      const answer = batch.lines[n]
      if (!answer) throw new Error('a line has no answer')
      return { ...line, ...(await outcomeOf(answer, options)) }
    }),
  )
}

async function outcomeOf(
  { status, transactionId: id, param, message }: BatchLine,
  { slipway, intervalMs }: PayrollOptions,
): Promise<Pick<Payment, 'txHash' | 'error'>> {
  if (status === 'NOT_ATTEMPTED') return { txHash: null, error: 'Another line was refused' }
  if (!id) return { txHash: null, error: param ? `${param}: ${message}` : (message ?? 'Refused') }
  try {
    const { txHash } = await slipway.waitFor(await slipway.getTransaction({ id }), { intervalMs })
    return { txHash, error: null }
  } catch (error) {
    if (error instanceof TransactionFailedError) return { txHash: error.record.txHash, error: error.message }
    throw error
  }
}

function readLines(csv: string): Pick<Payment, 'reference' | 'to' | 'amount'>[] {
  const [head, ...rows] = csv.trim().split(/\r?\n/)
  if (head !== COLUMNS) throw new Error(`The first line must be ${COLUMNS}`)
  return rows.map((row) => {
    const [reference = '', to = '', amount = ''] = row.split(',')
    return { reference, to, amount }
  })
}
