import { z } from 'zod'
import { allArrived, expediteUntil } from '@/e2e/faults/payments/pass-time'
import type { Stage } from '@/e2e/faults/scenario'

/** The payments of a restore drill: those before the backup and those after it. */
type MoneyLoad = {
  before: () => Promise<void>
  after: () => Promise<void>
  /** Repeats what people would do again because the restored database has lost it. Returns what is wrong. */
  again: () => Promise<string[]>
}

const TOP_UP = { purpose: 'WALLET_TOPUP', amountUsd: 20 }
const receipt = z.object({ id: z.uuid(), kobo: z.string() })

/**
 * Three quotes: one paid and booked before the backup and refunded after it, one paid after it, one made and paid after
 * it.
 */
export function planMoney({ api, stack }: Stage): MoneyLoad {
  const { bank, sql, askOperators } = stack
  const accounts = () => bank.books().state.accounts
  const quote = async () => {
    const answer = await api.post('/v1/payments/subscribe?providerType=FIAT', TOP_UP)
    if (answer.status !== 200) throw new Error(`no quote: ${answer.status} ${answer.text}`)
  }
  const pay = (account: ReturnType<typeof accounts>[number] | undefined) => {
    if (!account) throw new Error('the bank has no such account')
    const minor = BigInt(account.amountMinor)
    const amount = `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`
    bank.books().send({ accountNumber: account.accountNumber, amount })
  }
  const arrived = async () => {
    if (!(await expediteUntil(sql, bank, allArrived(sql, bank)))) throw new Error('a transfer does not arrive')
  }
  const refunds = () => bank.books().state.refunds.length
  // Other scenarios on the same stack leave accounts, receipts and refunds.
  let [from, refundsBefore, begunAt] = [0, 0, new Date()]
  const refund = async () => {
    const [first] = await sql<{ id: string; kobo: string }[]>`
      select id, div(units, 2)::text as kobo from payment_receipts
      where provider = 'sandbox' and created_at >= ${begunAt} order by created_at limit 1`
    const { id: receiptId, kobo } = receipt.parse(first)
    await askOperators({ action: 'refund', receiptId, kobo })
    const isOver = async () => {
      const [row] = await sql<{ open: number }[]>`
        select count(*)::int as open from payment_refunds where state not in ('DONE', 'FAILED')`
      return row?.open === 0
    }
    if (!(await expediteUntil(sql, bank, isOver))) throw new Error('a refund does not end')
  }
  return {
    async before() {
      ;[from, refundsBefore, begunAt] = [accounts().length, refunds(), new Date()]
      await quote()
      await quote()
      pay(accounts()[from])
      await arrived()
    },
    async after() {
      await refund()
      pay(accounts()[from + 1])
      await quote()
      pay(accounts()[from + 2])
      await arrived()
    },
    async again() {
      await arrived()
      await refund()
      const sent = refunds() - refundsBefore
      return sent === 1 ? [] : [`one refund was sent ${sent} times`]
    },
  }
}
