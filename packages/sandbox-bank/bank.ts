import {
  type BankAccount,
  type BankRefund,
  type BankState,
  type BankTransfer,
  readBankState,
  writeBankState,
} from './bank-state'
import { formatNaira, parseNaira } from './naira'

/** The reason why the bank refuses a request; its message is for people. */
export class BankRefusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export type TransferRequest = {
  accountNumber: string
  /** Naira, major units. */
  amount: string
  /** `late`: as if it came after the account's time. `refused`: the bank sends it back at once. */
  how?: 'paid' | 'late' | 'refused'
}

export type Bank = ReturnType<typeof openBank>

const FEE_PERCENT = 1n
const MAX_FEE_MINOR = 30_000n
const LATE_BY_MS = 60_000

/** A bank of test money whose state is a file. `onEvent` is called for each event to send. */
export function openBank({ file, onEvent, now }: { file: string; onEvent: () => void; now: () => Date }) {
  const state = readBankState(file)
  const save = () => writeBankState(file, state)
  const take = () => state.next++

  function notify(type: string, about: { reference: string | null } & Record<string, unknown>): void {
    const id = `evt_${take()}`
    const body = JSON.stringify({ id, type, ...about, at: now().toISOString() })
    // Events that were not sent while the bank was silent are never sent, as with a provider that sends each event
    // once.
    state.events.push({ id, body, attempts: 0, isDelivered: state.isSilent })
  }

  return {
    state: state as Readonly<BankState>,
    findAccount: (reference: string): BankAccount | null =>
      state.accounts.find((each) => each.reference === reference) ?? null,
    /** A repeated reference returns the same account. */
    openAccount(request: { reference: string; amountMinor: bigint; expiryAt: string; name: string }): BankAccount {
      const existing = state.accounts.find((each) => each.reference === request.reference)
      if (existing && existing.amountMinor !== request.amountMinor.toString())
        throw new BankRefusal(422, 'this reference has an account for another amount')
      if (existing) return existing
      const number = take()
      const account = {
        id: `acc_${number}`,
        reference: request.reference,
        accountNumber: `99${String(number).padStart(8, '0')}`,
        accountName: `${request.name} / Sandbox`,
        amountMinor: request.amountMinor.toString(),
        expiryAt: request.expiryAt,
        createdAt: now().toISOString(),
      }
      state.accounts.push(account)
      save()
      return account
    },
    /** Sends money to an account: money to an account that was never opened has no owner. */
    send({ accountNumber, amount, how = 'paid' }: TransferRequest): BankTransfer {
      const parsed = parseNaira(amount)
      if ('problem' in parsed) throw new BankRefusal(422, `amount ${parsed.problem}`)
      if (!/^\d{10}$/.test(accountNumber)) throw new BankRefusal(422, 'accountNumber must be 10 digits')
      const account = state.accounts.find((each) => each.accountNumber === accountNumber)
      const ended = account ? new Date(account.expiryAt).getTime() + LATE_BY_MS : 0
      const paidAt = how === 'late' ? new Date(Math.max(now().getTime(), ended)) : now()
      const fee = (parsed.kobo * FEE_PERCENT) / 100n
      const transfer: BankTransfer = {
        id: `trf_${take()}`,
        reference: account?.reference ?? null,
        accountNumber,
        amountMinor: parsed.kobo.toString(),
        feeMinor: (how === 'refused' ? 0n : fee < MAX_FEE_MINOR ? fee : MAX_FEE_MINOR).toString(),
        paidAt: paidAt.toISOString(),
        status: how === 'refused' ? 'refused' : 'paid',
      }
      state.transfers.push(transfer)
      const { reference } = transfer
      notify(how === 'refused' ? 'transfer.rejected' : 'transfer.paid', {
        reference,
        amount: formatNaira(parsed.kobo),
      })
      save()
      onEvent()
      return transfer
    },
    /** Once per reference. */
    refund(request: { reference: string; transferId: string; amountMinor: bigint }): BankRefund {
      const existing = state.refunds.find((each) => each.reference === request.reference)
      if (existing) return existing
      const transfer = state.transfers.find(({ id, status }) => id === request.transferId && status === 'paid')
      if (!transfer) throw new BankRefusal(404, 'there is no such transfer')
      const given = state.refunds.filter(({ transferId }) => transferId === transfer.id)
      const before = given.reduce((sum, each) => sum + BigInt(each.amountMinor), 0n)
      if (request.amountMinor <= 0n || before + request.amountMinor > BigInt(transfer.amountMinor))
        throw new BankRefusal(422, 'more than was paid')
      const { reference, transferId } = request
      const made = { id: `ref_${take()}`, reference, transferId, state: 'DONE' as const }
      const refund = { ...made, amountMinor: request.amountMinor.toString() }
      state.refunds.push(refund)
      notify('refund.done', { reference: transfer.reference, refund: refund.reference })
      save()
      onEvent()
      return refund
    },
    findRefund: (reference: string) => state.refunds.find((each) => each.reference === reference) ?? null,
    setSilent(isSilent: boolean): void {
      state.isSilent = isSilent
      save()
    },
    noteAttempt(id: string, isDelivered: boolean): void {
      const event = state.events.find((each) => each.id === id)
      if (!event) return
      event.attempts += 1
      event.isDelivered = isDelivered
      save()
    },
  }
}
