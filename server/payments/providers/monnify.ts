import { z } from 'zod'
import { divideDown } from '@/server/money/rounding'
import { isTimingSafeEqual } from '@/server/text/is-timing-safe-equal'
import { readAnswer } from './call-provider'
import { tryExactJson } from './exact-json'
import { listAll } from './list-all'
import { type AskMonnify, type MonnifyConfig, monnifySession } from './monnify-session'
import { requirePlausibleAccount, requirePlausibleReceipt, requireSameReference } from './plausible'
import type { FiatProvider, OneTimeAccountRequest, ProviderReceipt, RefundState } from './provider'
import { ProviderRefused } from './provider-error'
import { nairaMajor, providerTime, toNairaNumber } from './provider-fields'
import { eventKeyOf, hmacHex } from './webhook-signature'

const NAME = 'monnify'
const PAGE_SIZE = 100

const text = z.string().min(1)
const account = z.object({
  accountNumber: text,
  accountName: text,
  bankName: text,
  bankCode: text,
  amount: nairaMajor,
  totalPayable: nairaMajor.optional(),
  expiresOn: providerTime.optional(),
  expiryDate: providerTime.optional(),
})
const source = z.object({ amountPaid: nairaMajor.optional() }).loose()
const transaction = z.object({
  transactionReference: text,
  paymentReference: text,
  paymentStatus: text,
  currency: z.string().optional(),
  currencyCode: z.string().optional(),
  amountPaid: nairaMajor.nullish(),
  settlementAmount: nairaMajor.nullish(),
  paidOn: providerTime.nullish(),
  completedOn: providerTime.nullish(),
  // The API returns one object or a list.
  paymentSourceInformation: z.union([z.array(source), source.transform((one) => [one])]).nullish(),
})
type Transaction = z.output<typeof transaction>
const count = z.string().regex(/^\d+$/).transform(Number)
const page = z.object({ content: z.array(z.unknown()), last: z.boolean(), totalElements: count.nullish() })
const refundReply = z.object({ refundReference: text, refundStatus: text })
const event = z.object({
  eventType: text,
  eventData: z.object({
    transactionReference: z.string().nullish(),
    paymentReference: z.string().nullish(),
    paymentStatus: z.string().nullish(),
    amountPaid: z.string().nullish(),
    refundReference: z.string().nullish(),
  }),
})

const PAID = new Set(['PAID', 'PARTIALLY_PAID', 'OVERPAID'])
const KINDS: Record<string, 'paid' | 'rejected' | 'refund'> = {
  SUCCESSFUL_TRANSACTION: 'paid',
  REJECTED_PAYMENT: 'rejected',
  SUCCESSFUL_REFUND: 'refund',
  FAILED_REFUND: 'refund',
}
const REFUND_STATES: Record<string, RefundState['state']> = { COMPLETED: 'DONE', FAILED: 'FAILED' }

/** One-time accounts of Monnify: major units, signed with HMAC-SHA512 under the secret key. */
export function monnify(config: MonnifyConfig): FiatProvider {
  const ask = monnifySession(config)
  return {
    name: NAME,
    async createOneTime(request) {
      const transactionReference = await beginTransaction(ask, config, request)
      const body = await ask.require({
        method: 'POST',
        path: '/api/v1/merchant/bank-transfer/init-payment',
        body: { transactionReference },
      })
      const opened = readAnswer(NAME, account, body)
      const { accountNumber, accountName, bankName, bankCode, expiresOn, expiryDate } = opened
      const amountMinor = opened.totalPayable ?? opened.amount
      const expiryAt = expiresOn ?? expiryDate ?? request.expiryAt
      const given = { providerRef: transactionReference, accountNumber, accountName, bankName, bankCode }
      return requirePlausibleAccount(NAME, { ...given, amountMinor, expiryAt }, request)
    },
    async listReceipts({ reference }) {
      const found = await findTransaction(ask, reference)
      if (!found) return []
      requireSameReference(NAME, { reference }, { reference: found.paymentReference, currency: currencyOf(found) })
      return receiptsOf(found)
    },
    listTransactions({ since, until }) {
      const span = { from: String(since.getTime()), to: String(until.getTime()) }
      const askPage = async (number: number) => {
        const query = { page: String(number - 1), size: String(PAGE_SIZE), ...span }
        const answered = await ask.require({ method: 'GET', path: '/api/v1/transactions/search', query })
        const { content, last, totalElements: total } = readAnswer(NAME, page, answered)
        return { rows: content.map((one) => readAnswer(NAME, transaction, one)), isLast: last, total }
      }
      const toReceipts = (one: Transaction) => (currencyOf(one) === 'NGN' ? receiptsOf(one) : [])
      return listAll({ provider: NAME, idOf: (one) => one.transactionReference, toReceipts, askPage })
    },
    keepsRefundReference: true,
    async refund({ reference, providerTxnId, amountMinor, reason }) {
      const existing = await findRefund(ask, reference)
      if (existing.state !== 'UNKNOWN') return existing
      const answered = await ask.require({
        method: 'POST',
        path: '/api/v1/refunds/initiate-refund',
        body: {
          transactionReference: providerTxnId.split('#')[0],
          refundReference: reference,
          refundAmount: toNairaNumber(amountMinor),
          refundReason: reason.slice(0, 64),
          customerNote: reason.slice(0, 16),
        },
      })
      return toRefundState(answered)
    },
    getRefund: ({ reference }) => findRefund(ask, reference),
    readWebhook(raw, header) {
      if (!isTimingSafeEqual(header('monnify-signature'), hmacHex('sha512', config.secretKey, raw))) return null
      const { data } = event.safeParse(tryExactJson(raw))
      if (!data) return { eventKey: eventKeyOf(raw, []), kind: 'other', reference: null, providerRef: null }
      const { eventType, eventData } = data
      const kind = KINDS[eventType] ?? 'other'
      const which =
        kind === 'refund' ? [eventData.refundReference] : [eventData.transactionReference, eventData.amountPaid]
      const eventKey = eventKeyOf(raw, [eventType, ...which])
      return {
        eventKey,
        kind,
        reference: (kind === 'refund' ? eventData.refundReference : eventData.paymentReference) ?? null,
        providerRef: (kind === 'refund' ? eventData.refundReference : eventData.transactionReference) ?? null,
      }
    },
  }
}

/** A known reference continues the same transaction. */
async function beginTransaction(
  ask: AskMonnify,
  { contractCode }: MonnifyConfig,
  request: OneTimeAccountRequest,
): Promise<string> {
  const { reference, amountMinor, customer } = request
  const begun = await ask({
    method: 'POST',
    path: '/api/v1/merchant/transactions/init-transaction',
    body: {
      amount: toNairaNumber(amountMinor),
      customerName: customer.name,
      customerEmail: customer.email,
      paymentReference: reference,
      paymentDescription: reference,
      currencyCode: 'NGN',
      contractCode,
      paymentMethods: ['ACCOUNT_TRANSFER'],
    },
  })
  if ('body' in begun) {
    const { transactionReference, paymentReference } = readAnswer(
      NAME,
      z.object({ transactionReference: text, paymentReference: text }),
      begun.body,
    )
    requireSameReference(NAME, { reference }, { reference: paymentReference, currency: 'NGN' })
    return transactionReference
  }
  const earlier = /duplicate/i.test(begun.refused) ? await findTransaction(ask, reference) : null
  if (!earlier) throw new ProviderRefused(NAME, `refused to open an account: ${begun.refused}`)
  requireSameReference(NAME, { reference }, { reference: earlier.paymentReference, currency: currencyOf(earlier) })
  return earlier.transactionReference
}

async function findTransaction(ask: AskMonnify, paymentReference: string): Promise<Transaction | null> {
  const path = '/api/v2/merchant/transactions/query'
  const answered = await ask({ method: 'GET', path, query: { paymentReference } })
  return 'body' in answered ? readAnswer(NAME, transaction, answered.body) : null
}

/**
 * Monnify reports several transfers to one account as one transaction with several sources. The first source keeps the
 * transaction's reference as its id, so that it stays the same receipt when a second arrives. The fee belongs to the
 * whole transaction; a receipt that is booked already has its share.
 */
function receiptsOf(entry: Transaction): ProviderReceipt[] {
  const isReversed = entry.paymentStatus === 'REVERSED'
  const { transactionReference, amountPaid, settlementAmount } = entry
  if ((!PAID.has(entry.paymentStatus) && !isReversed) || !amountPaid) return []
  const paidAt = entry.paidOn ?? entry.completedOn
  if (!paidAt) return []
  const amounts = (entry.paymentSourceInformation ?? []).flatMap((one) => one.amountPaid ?? [])
  const isWhole = amounts.length > 0 && amounts.reduce((sum, each) => sum + each, 0n) === amountPaid
  const fee = settlementAmount && settlementAmount < amountPaid ? amountPaid - settlementAmount : 0n
  const each = isWhole ? amounts : [amountPaid]
  const providerTxnIds = each.map((_, index) =>
    index === 0 ? transactionReference : `${transactionReference}#${index}`,
  )
  const sharedFee = each.length > 1 ? { providerTxnIds, amountMinor: amountPaid, feeMinor: fee } : undefined
  return each.map((amountMinor, index) =>
    requirePlausibleReceipt(NAME, {
      providerTxnId: providerTxnIds[index] ?? transactionReference,
      reference: entry.paymentReference,
      amountMinor,
      feeMinor: divideDown(fee * amountMinor, amountPaid),
      ...(sharedFee && { sharedFee }),
      paidAt,
      status: isReversed ? 'reversed' : 'paid',
    }),
  )
}

async function findRefund(ask: AskMonnify, reference: string): Promise<RefundState> {
  const answered = await ask({ method: 'GET', path: `/api/v1/refunds/${encodeURIComponent(reference)}` })
  return 'body' in answered ? toRefundState(answered.body) : { state: 'UNKNOWN', providerRef: null }
}

function toRefundState(body: unknown): RefundState {
  const { refundReference, refundStatus } = readAnswer(NAME, refundReply, body)
  return { state: REFUND_STATES[refundStatus] ?? 'PROCESSING', providerRef: refundReference }
}

function currencyOf({ currency, currencyCode }: Transaction): string {
  return currency ?? currencyCode ?? 'NGN'
}
