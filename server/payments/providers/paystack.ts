import { z } from 'zod'
import { toSafeInteger } from '@/server/money/amount'
import { isTimingSafeEqual } from '@/server/text/is-timing-safe-equal'
import { bankCodeOf } from './bank-codes'
import { callProvider, type ProviderCall, readAnswer } from './call-provider'
import { tryExactJson } from './exact-json'
import { listAll } from './list-all'
import { requirePlausibleAccount, requirePlausibleReceipt, requireSameReference } from './plausible'
import type { FiatProvider, ProviderReceipt, RefundState } from './provider'
import { ProviderRefused } from './provider-error'
import { koboMinor, providerTime } from './provider-fields'
import { searchRefunds } from './search-refunds'
import { eventKeyOf, hmacHex } from './webhook-signature'

type PaystackConfig = { secretKey: string; baseUrl: string }

const NAME = 'paystack'
const PAGE_SIZE = 100
/** The minimum and maximum time that Paystack keeps an account open. */
const SHORTEST_MS = 15 * 60_000
const MAX_MS = 8 * 3_600_000

const text = z.string().min(1)
const count = z.string().regex(/^\d+$/).transform(Number)
const envelope = z.object({
  status: z.boolean(),
  message: z.string(),
  data: z.unknown().optional(),
  meta: z.unknown().optional(),
})
const opened = z.object({
  reference: text,
  status: z.literal('pending_bank_transfer'),
  account_name: text,
  account_number: text,
  bank: z.object({ slug: z.string(), name: text }),
  account_expires_at: providerTime,
})
const transaction = z.object({
  id: text,
  status: text,
  reference: text,
  amount: koboMinor,
  fees: koboMinor.nullish(),
  currency: text,
  paid_at: providerTime.nullish(),
})
type Transaction = z.output<typeof transaction>
const pages = z.object({ pageCount: count, total: count.nullish() })
const refundPages = z.object({ total: count.nullish(), pageCount: count.nullish() })
const refund = z.object({ id: text, status: text, merchant_note: z.string().nullish() })
const event = z.object({
  event: text,
  data: z.object({
    id: z.string().nullish(),
    reference: z.string().nullish(),
    transaction_reference: z.string().nullish(),
    status: z.string().nullish(),
    customer: z.object({ email: z.string().nullish() }).nullish(),
    bank_transfer: z.object({ transaction_id: z.string().nullish() }).nullish(),
  }),
})

const REFUND_STATES: Record<string, RefundState['state']> = {
  processed: 'DONE',
  failed: 'FAILED',
  'needs-attention': 'NEEDS_DETAILS',
}

/**
 * Pay with Transfer of Paystack: amounts in kobo, webhooks signed with HMAC-SHA512 and the secret key. Paystack returns
 * wrong amounts automatically.
 */
export function paystack({ secretKey, baseUrl }: PaystackConfig): FiatProvider {
  type Call = Pick<ProviderCall, 'method' | 'path' | 'query' | 'body'>
  const ask = async (call: Call) => {
    const headers = { authorization: `Bearer ${secretKey}` }
    const answered = await callProvider({ provider: NAME, baseUrl, headers, ...call })
    return readAnswer(NAME, envelope, answered.body)
  }
  const requireData = async (call: Call) => {
    const { status, message, data } = await ask(call)
    if (status) return data
    throw new ProviderRefused(NAME, `refused: ${message.slice(0, 200)}`)
  }
  const listRefunds = async (transactionId: string, page: number) => {
    const query = { perPage: String(PAGE_SIZE), page: String(page), transaction: transactionId }
    const { status, message, data, meta } = await ask({ method: 'GET', path: '/refund', query })
    if (!status) throw new ProviderRefused(NAME, `refused: ${message.slice(0, 200)}`)
    const pageInfo = readAnswer(NAME, refundPages.nullish(), meta)
    return { refunds: readAnswer(NAME, z.array(refund), data), pages: pageInfo?.pageCount, total: pageInfo?.total }
  }
  const findRefund = async (reference: string, transactionId: string): Promise<RefundState> => {
    const isIt = (each: z.output<typeof refund>) => each.merchant_note === reference
    const found = await searchRefunds(NAME, (page) => listRefunds(transactionId, page), isIt)
    return found ? toRefundState(found) : { state: 'UNKNOWN', providerRef: null }
  }

  return {
    name: NAME,
    async createOneTime(request) {
      const { reference, amountMinor, expiryAt, customer } = request
      const charge = {
        email: addressOf(customer.email, reference),
        amount: toSafeInteger(amountMinor),
        currency: 'NGN',
        reference,
        bank_transfer: { account_expires_at: withinReach(expiryAt).toISOString() },
      }
      const first = await ask({ method: 'POST', path: '/charge', body: charge })
      const isKnown = !first.status && /duplicate/i.test(first.message)
      if (!first.status && !isKnown) throw new ProviderRefused(NAME, `refused: ${first.message.slice(0, 200)}`)
      const data = isKnown
        ? await requireData({ method: 'GET', path: `/charge/${encodeURIComponent(reference)}` })
        : first.data
      const made = readAnswer(NAME, opened, data)
      requireSameReference(NAME, request, { reference: made.reference, currency: 'NGN' })
      const account = {
        providerRef: made.reference,
        accountNumber: made.account_number,
        accountName: made.account_name,
        bankName: made.bank.name,
        bankCode: bankCodeOf(made.bank.slug) || bankCodeOf(made.bank.name),
        amountMinor,
        expiryAt: made.account_expires_at,
      }
      return requirePlausibleAccount(NAME, account, request)
    },
    async listReceipts({ reference }) {
      const answer = await ask({ method: 'GET', path: `/transaction/verify/${encodeURIComponent(reference)}` })
      if (!answer.status) return []
      const found = readAnswer(NAME, transaction, answer.data)
      requireSameReference(NAME, { reference }, found)
      return receiptsOf(found)
    },
    listTransactions({ since, until }) {
      const span = { from: since.toISOString(), to: until.toISOString() }
      const askPage = async (page: number) => {
        const query = { perPage: String(PAGE_SIZE), page: String(page), ...span }
        const answer = await ask({ method: 'GET', path: '/transaction', query })
        if (!answer.status) throw new ProviderRefused(NAME, `refused: ${answer.message.slice(0, 200)}`)
        const { pageCount, total } = readAnswer(NAME, pages, answer.meta)
        return { rows: readAnswer(NAME, z.array(transaction), answer.data), isLast: page >= pageCount, total }
      }
      const toReceipts = (one: Transaction) => (one.currency === 'NGN' ? receiptsOf(one) : [])
      return listAll({ provider: NAME, idOf: ({ id }) => id, toReceipts, askPage })
    },
    keepsRefundReference: false,
    async refund({ reference, providerTxnId, amountMinor, reason }) {
      // Paystack accepts no reference for a refund, so its note identifies it.
      const existing = await findRefund(reference, providerTxnId)
      if (existing.state !== 'UNKNOWN') return existing
      const body = {
        transaction: providerTxnId,
        amount: toSafeInteger(amountMinor),
        merchant_note: reference,
        customer_note: reason.slice(0, 200),
      }
      return toRefundState(readAnswer(NAME, refund, await requireData({ method: 'POST', path: '/refund', body })))
    },
    async getRefund({ reference, providerTxnId, providerRef }) {
      if (providerRef === null) return findRefund(reference, providerTxnId)
      const path = `/refund/${encodeURIComponent(providerRef)}`
      return toRefundState(readAnswer(NAME, refund, await requireData({ method: 'GET', path })))
    },
    readWebhook(raw, header) {
      if (!isTimingSafeEqual(header('x-paystack-signature'), hmacHex('sha512', secretKey, raw))) return null
      const { data: parsed } = event.safeParse(tryExactJson(raw))
      if (!parsed) return { eventKey: eventKeyOf(raw, []), kind: 'other', reference: null, providerRef: null }
      const { data } = parsed
      const reference = data.reference ?? data.transaction_reference ?? referenceIn(data.customer?.email) ?? null
      const which = data.id ?? data.bank_transfer?.transaction_id ?? data.reference
      return {
        eventKey: eventKeyOf(raw, [parsed.event, which]),
        kind: kindOf(parsed.event),
        reference,
        providerRef: null,
      }
    },
  }
}

/** The reference is part of the payer's address, because a rejected transfer names only the address. */
function addressOf(email: string, reference: string): string {
  const [local = '', host = ''] = email.split('@')
  return `${local}+${reference}@${host}`
}

function referenceIn(email: string | null | undefined): string | undefined {
  return /\+([^@]+)@/.exec(email ?? '')?.[1]
}

function withinReach(expiryAt: Date): Date {
  const now = Date.now()
  return new Date(Math.min(Math.max(expiryAt.getTime(), now + SHORTEST_MS), now + MAX_MS))
}

function receiptsOf(entry: Transaction): ProviderReceipt[] {
  const isReversed = entry.status === 'reversed'
  if ((entry.status !== 'success' && !isReversed) || !entry.paid_at) return []
  const { id: providerTxnId, reference, amount: amountMinor, fees, paid_at: paidAt } = entry
  const status = isReversed ? 'reversed' : 'paid'
  return [
    requirePlausibleReceipt(NAME, { providerTxnId, reference, amountMinor, feeMinor: fees ?? 0n, paidAt, status }),
  ]
}

function toRefundState({ id, status }: z.output<typeof refund>): RefundState {
  return { state: REFUND_STATES[status] ?? 'PROCESSING', providerRef: id }
}

function kindOf(name: string): 'paid' | 'rejected' | 'refund' | 'other' {
  if (name === 'charge.success') return 'paid'
  if (name === 'bank.transfer.rejected') return 'rejected'
  return name.startsWith('refund.') ? 'refund' : 'other'
}
