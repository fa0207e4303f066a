import { createHmac } from 'node:crypto'
import type { Random } from '@/e2e/faults/random'
import type { FaultBank } from '@/e2e/faults/stack/fault-bank'
import type { BankAccount } from '@/packages/sandbox-bank/bank-state'
import { formatAmount } from '@/server/money/amount'

/**
 * The ways to pay into one account, as percent of the amount it asks for and when. Together they cover all that money
 * can do.
 */
const MANNERS = {
  exact: [{ percent: 100n }],
  parts: [{ percent: 50n }, { percent: 30n }, { percent: 20n }],
  part: [{ percent: 40n }],
  over: [{ percent: 150n }],
  'far over': [{ percent: 700n }],
  double: [{ percent: 100n }, { percent: 100n }],
  late: [{ percent: 100n, how: 'late' }],
  'part, then late': [{ percent: 60n }, { percent: 40n, how: 'late' }],
  refused: [{ percent: 100n, how: 'refused' }],
  nothing: [],
} as const satisfies Record<string, readonly { percent: bigint; how?: 'late' | 'refused' }[]>
export type Manner = keyof typeof MANNERS

export const ANY_MANNER = Object.keys(MANNERS) as readonly Manner[] // the keys of a constant

/** Sends money to an account in one of the ways. Parts are of whole kobo and add up. */
export function payInManner(bank: FaultBank, { accountNumber, amountMinor }: BankAccount, manner: Manner): void {
  let shared = 0n
  for (const [n, step] of MANNERS[manner].entries()) {
    const { percent, how } = { how: undefined, ...step }
    const isRest = manner === 'parts' && n === 2
    const units = isRest ? BigInt(amountMinor) - shared : (BigInt(amountMinor) * percent) / 100n
    shared += units
    bank.books().send({ accountNumber, amount: formatAmount(units, 2), ...(how ? { how } : {}) })
  }
}

/** Sends the bank's recent events again, in another order. Returns their number. */
export async function repeatEvents(bank: FaultBank, appUrl: string, random: Random): Promise<number> {
  const recent = bank.books().state.events.slice(-12)
  const shuffled = recent.map(({ body }) => ({ body, at: random.next() })).toSorted((a, b) => a.at - b.at)
  await Promise.all(shuffled.map(({ body }) => post(bank, appUrl, body)))
  return shuffled.length
}

async function post({ secret }: FaultBank, appUrl: string, body: string): Promise<void> {
  const headers = {
    'content-type': 'application/json',
    'x-sandbox-signature': createHmac('sha256', secret).update(body).digest('hex'),
  }
  const init = { method: 'POST', headers, body, signal: AbortSignal.timeout(5_000) }
  // The process may be gone: the bank's own word, or a poll, brings it.
  await fetch(`${appUrl}/v1/payments/webhooks/sandbox`, init).catch(() => {})
}
