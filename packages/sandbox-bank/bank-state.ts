import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'

/** Whole kobo as digits: JSON has no bigint. */
const kobo = z.string().regex(/^\d+$/)

const account = z.object({
  id: z.string(),
  reference: z.string(),
  accountNumber: z.string(),
  accountName: z.string(),
  amountMinor: kobo,
  expiryAt: z.string(),
  createdAt: z.string(),
})
const transfer = z.object({
  id: z.string(),
  /** Null: the transfer was to an unknown account. */
  reference: z.string().nullable(),
  accountNumber: z.string(),
  amountMinor: kobo,
  feeMinor: kobo,
  paidAt: z.string(),
  /** `refused`: the bank sent it back at once, no money came. */
  status: z.enum(['paid', 'reversed', 'refused']),
})
const refund = z.object({
  id: z.string(),
  reference: z.string(),
  transferId: z.string(),
  amountMinor: kobo,
  state: z.literal('DONE'),
})
const event = z.object({ id: z.string(), body: z.string(), attempts: z.int(), isDelivered: z.boolean() })

const bankState = z.object({
  /** Numbers everything: equal calls in equal order make the same bank. */
  next: z.int(),
  isSilent: z.boolean(),
  accounts: z.array(account),
  transfers: z.array(transfer),
  refunds: z.array(refund),
  events: z.array(event),
})

export type BankAccount = z.output<typeof account>
export type BankTransfer = z.output<typeof transfer>
export type BankRefund = z.output<typeof refund>
export type BankState = z.output<typeof bankState>

/** The state of the bank from its last run; a new state if there is no file. */
export function readBankState(file: string): BankState {
  if (existsSync(file)) return bankState.parse(JSON.parse(readFileSync(file, 'utf8')))
  return { next: 1, isSilent: false, accounts: [], transfers: [], refunds: [], events: [] }
}

export function writeBankState(file: string, state: BankState): void {
  writeFileSync(`${file}.new`, JSON.stringify(state, null, 1), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
