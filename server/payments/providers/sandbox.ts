import { z } from 'zod'
import { isTimingSafeEqual } from '@/server/text/is-timing-safe-equal'
import { callProvider, type ProviderCall, readAnswer } from './call-provider'
import { tryExactJson } from './exact-json'
import { requirePlausibleAccount, requirePlausibleReceipt, requireSameReference } from './plausible'
import type { FiatProvider, ProviderReceipt } from './provider'
import { ProviderRefused } from './provider-error'
import { koboMinor, providerTime } from './provider-fields'
import { eventKeyOf, hmacHex } from './webhook-signature'

type SandboxConfig = { secret: string; baseUrl: string }

const NAME = 'sandbox'

const text = z.string().min(1)
const account = z.object({
  id: text,
  reference: text,
  currency: text,
  accountNumber: text,
  accountName: text,
  bankName: text,
  bankCode: text,
  amountMinor: koboMinor,
  expiryAt: providerTime,
})
const transfer = z.object({
  id: text,
  reference: text.nullable(),
  currency: text,
  amountMinor: koboMinor,
  feeMinor: koboMinor,
  paidAt: providerTime,
  status: z.enum(['paid', 'reversed']),
})
type Transfer = z.output<typeof transfer>
const refund = z.object({ id: text, state: z.enum(['PROCESSING', 'DONE', 'FAILED', 'NEEDS_DETAILS']) })
const refusal = z.object({ error: text })
const event = z.object({
  id: text,
  type: z.enum(['transfer.paid', 'transfer.rejected', 'refund.done']),
  reference: text.nullable(),
  refund: text.optional(),
})
const KINDS = { 'transfer.paid': 'paid', 'transfer.rejected': 'rejected', 'refund.done': 'refund' } as const

/** The bank of the local stack (packages/sandbox-bank): amounts in kobo, webhooks signed with HMAC-SHA256. */
export function sandbox({ secret, baseUrl }: SandboxConfig): FiatProvider {
  const send = (call: Pick<ProviderCall, 'method' | 'path' | 'query' | 'body'>) =>
    callProvider({ provider: NAME, baseUrl, headers: { authorization: `Bearer ${secret}` }, ...call })
  const ask = async (call: Parameters<typeof send>[0]) => {
    const { status, body } = await send(call)
    if (status < 400) return body
    throw new ProviderRefused(NAME, `refused: ${readAnswer(NAME, refusal, body).error}`)
  }
  const list = async (query: Record<string, string>): Promise<Transfer[]> =>
    readAnswer(NAME, z.array(transfer), await ask({ method: 'GET', path: '/api/transfers', query }))

  return {
    name: NAME,
    async createOneTime(request) {
      const { reference, amountMinor, expiryAt, customer } = request
      const body = { reference, amountMinor: amountMinor.toString(), expiryAt: expiryAt.toISOString(), customer }
      const made = readAnswer(NAME, account, await ask({ method: 'POST', path: '/api/accounts', body }))
      requireSameReference(NAME, request, made)
      const { id: providerRef, accountNumber, accountName, bankName, bankCode } = made
      const given = { providerRef, accountNumber, accountName, bankName, bankCode }
      return requirePlausibleAccount(
        NAME,
        { ...given, amountMinor: made.amountMinor, expiryAt: made.expiryAt },
        request,
      )
    },
    async listReceipts({ reference }) {
      const found = await list({ reference })
      for (const one of found) requireSameReference(NAME, { reference }, one)
      return found.map(toReceipt)
    },
    async listTransactions({ since, until }) {
      const found = await list({ since: since.toISOString(), until: until.toISOString() })
      return found.filter(({ currency }) => currency === 'NGN').map(toReceipt)
    },
    keepsRefundReference: true,
    async refund({ reference, providerTxnId, amountMinor, reason }) {
      const body = { reference, transferId: providerTxnId, amountMinor: amountMinor.toString(), reason }
      const made = readAnswer(NAME, refund, await ask({ method: 'POST', path: '/api/refunds', body }))
      return { state: made.state, providerRef: made.id }
    },
    async getRefund({ reference }) {
      const { status, body } = await send({ method: 'GET', path: `/api/refunds/${encodeURIComponent(reference)}` })
      if (status === 404) return { state: 'UNKNOWN', providerRef: null }
      const made = readAnswer(NAME, refund, body)
      return { state: made.state, providerRef: made.id }
    },
    readWebhook(raw, header) {
      if (!isTimingSafeEqual(header('x-sandbox-signature'), hmacHex('sha256', secret, raw))) return null
      const { data: parsed } = event.safeParse(tryExactJson(raw))
      if (!parsed) return { eventKey: eventKeyOf(raw, []), kind: 'other', reference: null, providerRef: null }
      const { id, type, reference, refund: refundReference } = parsed
      const about = { reference: refundReference ?? reference, providerRef: null }
      return { eventKey: eventKeyOf(raw, [id]), kind: KINDS[type], ...about }
    },
  }
}

function toReceipt({ id: providerTxnId, reference, amountMinor, feeMinor, paidAt, status }: Transfer): ProviderReceipt {
  return requirePlausibleReceipt(NAME, { providerTxnId, reference, amountMinor, feeMinor, paidAt, status })
}
