import { z } from 'zod'
import { isTimingSafeEqual } from '@/server/text/is-timing-safe-equal'
import { bankCodeOf } from './bank-codes'
import { callProvider, type ProviderCall, readAnswer } from './call-provider'
import { tryExactJson } from './exact-json'
import { listAll } from './list-all'
import { requirePlausibleAccount, requirePlausibleReceipt, requireSameReference } from './plausible'
import type { FiatProvider, ProviderReceipt, RefundState } from './provider'
import { ProviderRefused } from './provider-error'
import { nairaMajor, providerTime, readProviderTime, toNairaNumber } from './provider-fields'
import { searchRefunds } from './search-refunds'
import { eventKeyOf } from './webhook-signature'

type FlutterwaveConfig = { secretKey: string; secretHash: string; baseUrl: string }

const NAME = 'flutterwave'
const SHORTEST_S = 60
const MAX_S = 31_536_000

const text = z.string().min(1)
const count = z.string().regex(/^\d+$/).transform(Number)
const envelope = z.object({
  status: text,
  message: z.string().nullish(),
  data: z.unknown().optional(),
  meta: z.unknown().optional(),
})
const opened = z.object({
  authorization: z.object({
    transfer_reference: text,
    transfer_account: text,
    transfer_bank: text,
    transfer_amount: nairaMajor,
    account_expiration: z.string().nullish(),
  }),
})
const transaction = z.object({
  id: text,
  tx_ref: text,
  amount: nairaMajor,
  currency: text,
  app_fee: nairaMajor.nullish(),
  merchant_fee: nairaMajor.nullish(),
  status: text,
  created_at: providerTime,
})
type Transaction = z.output<typeof transaction>
const pages = z.object({ page_info: z.object({ total_pages: count, total: count.nullish() }) })
const refundPages = z.object({
  page_info: z.object({ total: count.nullish(), total_pages: count.nullish() }).nullish(),
})
const refund = z.object({ id: text, status: text, comments: z.string().nullish() })
const event = z.object({
  event: text,
  data: z.object({ id: z.string().nullish(), tx_ref: z.string().nullish(), status: z.string().nullish() }),
})

/**
 * Accounts of Flutterwave's v3, in major units. Its webhooks carry a shared secret and no signature, so they are only
 * hints.
 */
export function flutterwave({ secretKey, secretHash, baseUrl }: FlutterwaveConfig): FiatProvider {
  type Call = Pick<ProviderCall, 'method' | 'path' | 'query' | 'body'>
  const ask = async ({ path, ...call }: Call) => {
    const headers = { authorization: `Bearer ${secretKey}` }
    const answered = await callProvider({ provider: NAME, baseUrl, headers, path: `/v3${path}`, ...call })
    const answer = readAnswer(NAME, envelope, answered.body)
    if (answer.status === 'success') return answer
    throw new ProviderRefused(NAME, `refused: ${(answer.message ?? '').slice(0, 200)}`)
  }
  const list = (query: Record<string, string>, toReceipts: (one: Transaction) => ProviderReceipt[]) => {
    const askPage = async (page: number) => {
      const answer = await ask({ method: 'GET', path: '/transactions', query: { ...query, page: String(page) } })
      const { total, total_pages: last } = readAnswer(NAME, pages, answer.meta).page_info
      return { rows: readAnswer(NAME, z.array(transaction), answer.data), isLast: page >= last, total }
    }
    return listAll({ provider: NAME, idOf: ({ id }) => id, toReceipts, askPage })
  }
  const listRefunds = async (page: number) => {
    const { data, meta } = await ask({ method: 'GET', path: '/refunds', query: { page: String(page) } })
    const pageInfo = readAnswer(NAME, refundPages.nullish(), meta)?.page_info
    return { refunds: readAnswer(NAME, z.array(refund), data), pages: pageInfo?.total_pages, total: pageInfo?.total }
  }
  const findRefund = async (reference: string): Promise<RefundState> => {
    const found = await searchRefunds(NAME, listRefunds, (each) => each.comments === reference)
    return found ? toRefundState(found) : { state: 'UNKNOWN', providerRef: null }
  }

  return {
    name: NAME,
    /** A repeated reference opens another account; receipts of both are found under it. */
    async createOneTime(request) {
      const { reference, amountMinor, expiryAt, customer } = request
      const seconds = Math.round((expiryAt.getTime() - Date.now()) / 1_000)
      const { meta } = await ask({
        method: 'POST',
        path: '/charges',
        query: { type: 'bank_transfer' },
        body: {
          tx_ref: reference,
          amount: toNairaNumber(amountMinor),
          currency: 'NGN',
          email: customer.email,
          fullname: customer.name,
          is_permanent: false,
          expires: Math.min(Math.max(seconds, SHORTEST_S), MAX_S),
          narration: customer.name,
        },
      })
      const made = readAnswer(NAME, opened, meta).authorization
      const account = {
        providerRef: made.transfer_reference,
        accountNumber: made.transfer_account,
        // Flutterwave does not report it. Banks show the payer the business's name with this suffix.
        accountName: `${customer.name} FLW`,
        bankName: made.transfer_bank,
        bankCode: bankCodeOf(made.transfer_bank),
        amountMinor: made.transfer_amount,
        expiryAt: readProviderTime(made.account_expiration ?? '') ?? expiryAt,
      }
      return requirePlausibleAccount(NAME, account, request)
    },
    listReceipts({ reference }) {
      return list({ tx_ref: reference }, (one) => {
        requireSameReference(NAME, { reference }, { reference: one.tx_ref, currency: one.currency })
        return receiptsOf(one)
      })
    },
    listTransactions({ since, until }) {
      // The list filters by whole days only.
      const inside = ({ created_at: at, currency }: Transaction) => currency === 'NGN' && at >= since && at < until
      const days = { from: since.toISOString().slice(0, 10), to: until.toISOString().slice(0, 10) }
      return list(days, (one) => (inside(one) ? receiptsOf(one) : []))
    },
    keepsRefundReference: false,
    async refund({ reference, providerTxnId, amountMinor }) {
      const existing = await findRefund(reference)
      if (existing.state !== 'UNKNOWN') return existing
      const path = `/transactions/${encodeURIComponent(providerTxnId)}/refund`
      const body = { amount: toNairaNumber(amountMinor), comments: reference }
      return toRefundState(readAnswer(NAME, refund, (await ask({ method: 'POST', path, body })).data))
    },
    async getRefund({ reference, providerRef }) {
      if (providerRef === null) return findRefund(reference)
      const { data } = await ask({ method: 'GET', path: `/refunds/${encodeURIComponent(providerRef)}` })
      return toRefundState(readAnswer(NAME, refund, data))
    },
    readWebhook(raw, header) {
      if (!isTimingSafeEqual(header('verif-hash'), secretHash)) return null
      const sent = tryExactJson(raw)
      // No signature proves that the bytes are complete. Bytes that are not JSON were cut or forged.
      if (sent === null) return null
      const { data: parsed } = event.safeParse(sent)
      if (!parsed) return { eventKey: eventKeyOf(raw, []), kind: 'other', reference: null, providerRef: null }
      const { id, tx_ref: reference, status } = parsed.data
      const kind = parsed.event === 'charge.completed' ? 'paid' : parsed.event.startsWith('refund') ? 'refund' : 'other'
      const eventKey = eventKeyOf(raw, [parsed.event, id, status])
      return { eventKey, kind, reference: reference ?? null, providerRef: null }
    },
  }
}

function receiptsOf(entry: Transaction): ProviderReceipt[] {
  const isReversed = entry.status === 'reversed'
  if (entry.status !== 'successful' && !isReversed) return []
  const { id: providerTxnId, tx_ref: reference, amount: amountMinor, created_at: paidAt } = entry
  const fee = (entry.app_fee ?? 0n) + (entry.merchant_fee ?? 0n)
  const status = isReversed ? 'reversed' : 'paid'
  return [requirePlausibleReceipt(NAME, { providerTxnId, reference, amountMinor, feeMinor: fee, paidAt, status })]
}

function toRefundState({ id, status }: z.output<typeof refund>): RefundState {
  const isDone = status.startsWith('completed')
  return { state: isDone ? 'DONE' : status.startsWith('failed') ? 'FAILED' : 'PROCESSING', providerRef: id }
}
