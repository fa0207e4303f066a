import { z } from 'zod'
import type { Bank, TransferRequest } from '@/packages/sandbox-bank/bank'
import { connectDemo, DemoRefused } from './connect-demo'
import { expirePayment } from './expire-payment'
import type { StackFacts } from './stack-file'

type Facts = Pick<StackFacts, 'baseUrl' | 'demo' | 'databaseUrl'>
type Step = {
  /** The description, and the Idempotency-Key: a repeated one opens nothing. */
  description: string
  request:
    | { purpose: 'WALLET_TOPUP'; amountUsd: number }
    | { purpose: 'SUBSCRIPTION'; planId: number; billingCycle: 'YEARLY' }
  /** The share of the requested amount that is sent, and the way; null: nothing yet. */
  sent: { percent: bigint; how: TransferRequest['how'] } | null
}

/** One of each that a person meets. The plan is one that the demo has: what it may call stays as it is. */
const STEPS: readonly Step[] = [
  {
    description: 'Demo: another year of a plan',
    request: { purpose: 'SUBSCRIPTION', planId: 6, billingCycle: 'YEARLY' },
    sent: { percent: 100n, how: 'paid' },
  },
  {
    description: 'Demo: a top-up that was paid twice over',
    request: { purpose: 'WALLET_TOPUP', amountUsd: 15 },
    sent: { percent: 200n, how: 'paid' },
  },
  {
    description: 'Demo: a top-up whose money came too late',
    request: { purpose: 'WALLET_TOPUP', amountUsd: 25 },
    sent: { percent: 100n, how: 'late' },
  },
  {
    description: 'Demo: a top-up that is half paid',
    request: { purpose: 'WALLET_TOPUP', amountUsd: 40 },
    sent: { percent: 50n, how: 'paid' },
  },
  { description: 'Demo: a top-up that waits', request: { purpose: 'WALLET_TOPUP', amountUsd: 20 }, sent: null },
]

/** The bank dates late money at least this long after the time of its account. */
const LATE_BY_MS = 60_000

const opened = z.object({ data: z.array(z.object({ accountNumber: z.string() })) })

/**
 * Gives the demo business a paid plan, and top-ups that wait, are half paid, overpaid and paid too late, as a
 * customer's backend and its bank would make them: once, however often a stack starts. Throws if `/v1` answers
 * anything else.
 */
export async function showPayments(facts: Facts, bank: Pick<Bank, 'state' | 'send'>): Promise<void> {
  const call = await connectDemo(facts)
  for (const { description, request, sent } of STEPS) {
    const path = '/v1/payments/subscribe?providerType=FIAT'
    const answer = await call('POST', path, { ...request, description }, description.replaceAll(' ', '-')).catch(
      forgotten,
    )
    const [account] = answer === null ? [] : opened.parse(answer).data
    if (!account || !sent || isSent(bank, account.accountNumber)) continue
    if (sent.how === 'late') await expire(bank, { ...facts, ...account, description })
    send(bank, account.accountNumber, sent)
  }
}

type Late = Facts & { accountNumber: string; description: string }

/** Money is late after the time of its account, and no part of the demo lies in the future. */
async function expire({ state }: Pick<Bank, 'state'>, { databaseUrl, demo, accountNumber, description }: Late) {
  const at = await expirePayment(databaseUrl, { businessId: demo.businessId, description })
  const account = state.accounts.find((each) => each.accountNumber === accountNumber)
  if (account && at) account.expiryAt = new Date(at.getTime() - LATE_BY_MS).toISOString()
}

function isSent({ state }: Pick<Bank, 'state'>, accountNumber: string): boolean {
  return state.transfers.some((each) => each.accountNumber === accountNumber)
}

/** A bank that was emptied since knows nothing of the account. */
function send(bank: Pick<Bank, 'state' | 'send'>, accountNumber: string, sent: NonNullable<Step['sent']>) {
  const account = bank.state.accounts.find((each) => each.accountNumber === accountNumber)
  if (!account) return
  const minor = (BigInt(account.amountMinor) * sent.percent) / 100n
  bank.send({ accountNumber, amount: `${minor / 100n}.${(minor % 100n).toString().padStart(2, '0')}`, how: sent.how })
}

/** It was opened too long ago: its response is no longer stored. */
function forgotten(error: unknown): null {
  if (error instanceof DemoRefused && error.code === 'idempotency_expired') return null
  throw error
}
