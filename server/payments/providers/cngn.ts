import { z } from 'zod'
import { readOpenSshSeed } from '@/server/environment/read-open-ssh-seed'
import { isTimingSafeEqual } from '@/server/text/is-timing-safe-equal'
import { callProvider, type ProviderCall, readAnswer } from './call-provider'
import { openSealed, sealBody } from './cngn-sealing'
import { readExactJson, tryExactJson } from './exact-json'
import { listAll } from './list-all'
import { requirePlausibleAccount, requirePlausibleReceipt, requireSameReference } from './plausible'
import type { AccountRef, FiatProvider, ProviderReceipt } from './provider'
import { ProviderInvalidAnswer, ProviderRefused } from './provider-error'
import { nairaMajor, providerTime, toNairaNumber } from './provider-fields'
import type { RateLimitWait } from './wait-for-rate-limit'
import { eventKeyOf, hmacHex } from './webhook-signature'

export type CngnConfig = {
  apiKey: string
  encryptionKey: string
  /** Contents of the OpenSSH file. */
  privateKey: string
  webhookSecret: string
  baseUrl: string
  /** Waits for a free call, or throws ProviderBusy: the API allows 20 requests a minute. */
  pace: (pace: RateLimitWait) => Promise<void>
}

const NAME = 'cngn'
const PAGE_SIZE = 200
/** Reading this number of pages takes minutes. */
const MAX_PAGES = 50
/** An account has no receipts from before it was opened; the margin allows for different clocks. */
const CLOCK_SKEW_MS = 10 * 60_000

/** The shares add up to 20 a minute. Polling has its own share, so that payers do not wait for new accounts. */
const QUESTIONS = { name: 'questions', perMinute: 14 }
const OPENINGS = { name: 'openings', perMinute: 6 }
const OPENING_WAIT_MS = 2_000
/** An account is polled again after a minute, so a longer wait for a free call is pointless. */
const RECEIPTS_WAIT_MS = 30_000
const LIST_WAIT_MS = 61_000

const text = z.string().min(1)
const envelope = z.object({
  status: z.unknown().optional(),
  message: z.string().nullish(),
  data: z.unknown().optional(),
})
const opened = z.object({
  reference: text,
  amount: nairaMajor,
  amountExpected: nairaMajor,
  currency: text,
  accountNumber: text,
  accountName: text,
  bankName: text,
  bankCode: text,
  expiresAt: providerTime,
})
const transaction = z.object({
  id: text,
  amount: nairaMajor,
  description: z.string().nullish(),
  createdAt: providerTime,
  trx_ref: text,
  trx_type: text,
  asset_symbol: z.string().nullish(),
  status: text,
})
type Transaction = z.output<typeof transaction>
type Listed = { since: Date; waitMs: number }
const page = z.object({ data: z.array(transaction), pagination: z.object({ isLastPage: z.boolean() }) })
const event = z.object({
  event: text,
  data: z.object({ transactionId: text, trx_ref: z.string().nullish(), trx_type: z.string().nullish() }),
})

/**
 * Temporary accounts of cNGN: naira, bodies encrypted both ways, webhooks signed with HMAC-SHA256 and sent once. cNGN
 * has no refunds.
 */
export function cngn(config: CngnConfig): FiatProvider {
  const { encryptionKey, webhookSecret, baseUrl, pace } = config
  const seed = readOpenSshSeed(config.privateKey)
  const ask = async ({ body, ...call }: Pick<ProviderCall, 'method' | 'path' | 'query' | 'body'>) => {
    const headers = { authorization: `Bearer ${config.apiKey}` }
    const sealed = body === undefined ? undefined : sealBody(body, encryptionKey)
    const answered = await callProvider({
      provider: NAME,
      baseUrl: `${baseUrl}/v1/api`,
      headers,
      ...call,
      body: sealed,
    })
    const { message, data } = readAnswer(NAME, envelope, answered.body)
    if (answered.status >= 400) throw new ProviderRefused(NAME, `refused: ${(message ?? '').slice(0, 200)}`)
    return unseal(readAnswer(NAME, text, data), seed)
  }
  /** Lists newest first, until a transaction is older than `since` or the list ends. */
  const list = ({ since, waitMs }: Listed, toReceipts: (one: Transaction) => ProviderReceipt[]) => {
    const askPage = async (number: number) => {
      await pace({ provider: NAME, shares: [QUESTIONS], waitMs })
      const query = { page: String(number), limit: String(PAGE_SIZE) }
      const { data, pagination } = readAnswer(NAME, page, await ask({ method: 'GET', path: '/transactions', query }))
      return { rows: data, isLast: pagination.isLastPage || data.some(({ createdAt }) => createdAt < since) }
    }
    const isNaira = (one: Transaction) => one.trx_type === 'deposit' && one.asset_symbol !== 'USD'
    const ofNaira = (one: Transaction) => (isNaira(one) ? toReceipts(one) : [])
    return listAll({ provider: NAME, idOf: ({ id }) => id, toReceipts: ofNaira, askPage, maxPages: MAX_PAGES })
  }

  return {
    name: NAME,
    /** A repeated reference opens another account; both have our reference in their narration. */
    async createOneTime(request) {
      const body = {
        amount: toNairaNumber(request.amountMinor),
        customer: request.customer,
        accountName: request.customer.name.slice(0, 50),
        narration: request.reference,
      }
      await pace({ provider: NAME, shares: [OPENINGS, QUESTIONS], waitMs: OPENING_WAIT_MS })
      const made = readAnswer(NAME, opened, await ask({ method: 'POST', path: '/virtual-account/temporary', body }))
      requireSameReference(NAME, request, { reference: request.reference, currency: made.currency })
      if (made.amount !== request.amountMinor)
        throw new ProviderInvalidAnswer(NAME, 'opened an account for another amount')
      const { accountNumber, accountName, bankName, bankCode, expiresAt: expiryAt } = made
      const account = { providerRef: made.reference, accountNumber, accountName, bankName, bankCode, expiryAt }
      return requirePlausibleAccount(NAME, { ...account, amountMinor: made.amountExpected }, request)
    },
    listReceipts(account) {
      const since = new Date(account.openedAt.getTime() - CLOCK_SKEW_MS)
      return list({ since, waitMs: RECEIPTS_WAIT_MS }, (one) =>
        isOf(one, account) ? receiptsOf(one, account.reference) : [],
      )
    },
    listTransactions({ since, until }) {
      const inside = ({ createdAt }: Transaction) => createdAt >= since && createdAt < until
      return list({ since, waitMs: LIST_WAIT_MS }, (one) => (inside(one) ? receiptsOf(one, referenceIn(one)) : []))
    },
    keepsRefundReference: true,
    refund: async () => {
      throw new ProviderRefused(NAME, 'refunds nothing')
    },
    getRefund: async () => ({ state: 'UNKNOWN', providerRef: null }),
    readWebhook(raw, header) {
      if (!isTimingSafeEqual(header('x-cngn-signature'), `sha256=${hmacHex('sha256', webhookSecret, raw)}`)) return null
      const { data: parsed } = event.safeParse(tryExactJson(raw))
      if (!parsed) return { eventKey: eventKeyOf(raw, []), kind: 'other', reference: null, providerRef: null }
      const { transactionId, trx_ref: providerRef } = parsed.data
      const eventKey = eventKeyOf(raw, [parsed.event, transactionId])
      return { eventKey, kind: kindOf(parsed), reference: null, providerRef: providerRef ?? null }
    },
  }
}

function unseal(data: string, seed: Uint8Array): unknown {
  try {
    return readExactJson(openSealed(data, seed))
  } catch (cause) {
    throw new ProviderInvalidAnswer(NAME, 'answered what our key does not open', { cause })
  }
}

function isOf(one: Transaction, { reference, providerRef }: AccountRef): boolean {
  return one.trx_ref === providerRef || referenceIn(one) === reference
}

/** Our reference in the narration of a transaction; null if there is none. */
function referenceIn({ description }: Transaction): string | null {
  return /\bSLP-[\w-]+/.exec(description ?? '')?.[0] ?? null
}

function receiptsOf(entry: Transaction, reference: string | null): ProviderReceipt[] {
  if (entry.status !== 'success') return []
  const { id: providerTxnId, trx_ref: providerRef, amount: amountMinor, createdAt: paidAt } = entry
  const account = { reference, providerRef }
  return [
    requirePlausibleReceipt(NAME, { providerTxnId, ...account, amountMinor, feeMinor: 0n, paidAt, status: 'paid' }),
  ]
}

function kindOf({ event: name, data }: z.output<typeof event>): 'paid' | 'rejected' | 'other' {
  // `deposit.received` is sent before the money is credited.
  if (name === 'deposit.completed') return 'paid'
  return name === 'transaction.failed' && data.trx_type === 'fiat_buy' ? 'rejected' : 'other'
}
