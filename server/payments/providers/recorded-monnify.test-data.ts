import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { monnify } from './monnify'
import { type Answered, major, pageOf, type Recording, said, type World, wants } from './recorded-world.test-data'

const KEYS = { apiKey: 'MK_TEST', secretKey: 'mk-secret', contractCode: '0001' }
const BASIC = `Basic ${Buffer.from('MK_TEST:mk-secret').toString('base64')}`

const begin = z.object({
  amount: z.number(),
  paymentReference: z.string(),
  currencyCode: z.literal('NGN'),
  contractCode: z.literal('0001'),
  paymentMethods: z.tuple([z.literal('ACCOUNT_TRANSFER')]),
  customerEmail: z.email(),
})
const back = z.object({ transactionReference: z.string(), refundReference: z.string(), refundAmount: z.number() })

const done = (responseBody: unknown): Answered => ({
  status: 200,
  body: { requestSuccessful: true, responseMessage: 'success', responseCode: '0', responseBody },
})
const refused = (responseMessage: string): Answered => ({
  status: 422,
  body: { requestSuccessful: false, responseMessage, responseCode: '99' },
})

/** Shapes from developers.monnify.com and its Node library. */
export const recordedMonnify: Recording = {
  isSigned: true,
  refunds: true,
  make: (baseUrl) => monnify({ ...KEYS, baseUrl }),
  answer(world, { method, path, query, headers, body }) {
    if (path === '/api/v1/auth/login') {
      wants(headers.authorization === BASIC, 'the keys')
      return done({ accessToken: 'token-1', expiresIn: 3567 })
    }
    wants(headers.authorization === 'Bearer token-1', 'the token')
    if (path === '/api/v1/merchant/transactions/init-transaction') {
      const { amount, paymentReference } = begin.parse(body)
      if (world.accounts.has(paymentReference)) return refused('Duplicate payment reference')
      const amountMinor = BigInt(Math.round(amount * 100))
      const transactionReference = `MNFY|${world.accounts.size}|${paymentReference}`
      world.accounts.set(paymentReference, { providerRef: transactionReference, amountMinor })
      const { reference } = said(world, { reference: paymentReference, amountMinor })
      return done({ transactionReference, paymentReference: reference })
    }
    if (path === '/api/v1/merchant/bank-transfer/init-payment') {
      const { transactionReference } = z.object({ transactionReference: z.string() }).parse(body)
      const account = [...world.accounts.values()].find(({ providerRef }) => providerRef === transactionReference)
      wants(account !== undefined, 'a transaction')
      const amount = major(world.lie === 'amount' ? 100n : (account?.amountMinor ?? 0n))
      const bank = { accountNumber: '3000000001', accountName: 'Ada', bankName: 'Moniepoint', bankCode: '50515' }
      return done({ ...bank, amount, fee: 0, totalPayable: amount, expiresOn: '2026-05-04 12:00:00.000' })
    }
    if (path === '/api/v2/merchant/transactions/query') {
      const reference = query.get('paymentReference') ?? ''
      const found = transactionOf(world, reference)
      return found ? done(found) : refused('There is no transaction matching supplied reference')
    }
    if (path === '/api/v1/transactions/search') {
      wants(/^\d{13}$/.test(query.get('from') ?? ''), 'milliseconds')
      const references = [...new Set(world.transfers.map(({ reference }) => reference))]
      const asked = { page: Number(query.get('page')) + 1, size: Number(query.get('size')) }
      const { rows, pages, total: totalElements } = pageOf(world, references, asked)
      const content = rows.map((reference) => transactionOf(world, reference))
      return done({ content, last: asked.page >= pages, totalElements })
    }
    if (path === '/api/v1/refunds/initiate-refund') {
      const { transactionReference, refundReference, refundAmount } = back.parse(body)
      const amountMinor = BigInt(Math.round(refundAmount * 100))
      const id = String(world.refunds.length)
      world.refunds.push({ id, reference: refundReference, amountMinor, transferId: transactionReference })
      return done({ refundReference, refundStatus: 'PENDING' })
    }
    wants(method === 'GET', 'another path')
    const refund = world.refunds.find(({ reference }) => path === `/api/v1/refunds/${reference}`)
    return refund ? done({ refundReference: refund.reference, refundStatus: 'COMPLETED' }) : refused('not found')
  },
  webhook({ reference, amountMinor }, providerRef) {
    const eventData = {
      product: { type: 'WEB_SDK', reference },
      transactionReference: providerRef,
      paymentReference: reference,
      amountPaid: major(amountMinor),
      paymentStatus: 'PAID',
    }
    const raw = Buffer.from(JSON.stringify({ eventType: 'SUCCESSFUL_TRANSACTION', eventData }))
    return { raw, headers: { 'monnify-signature': createHmac('sha512', KEYS.secretKey).update(raw).digest('hex') } }
  },
}

/** Several transfers form one transaction with several sources. */
function transactionOf(world: World, paymentReference: string) {
  const account = world.accounts.get(paymentReference)
  const transfers = world.transfers.filter(({ reference }) => reference === paymentReference)
  const [first] = transfers
  if (!account) return null
  const sum = transfers.reduce((total, { amountMinor }) => total + amountMinor, 0n)
  const fees = transfers.reduce((total, { feeMinor }) => total + feeMinor, 0n)
  const about = said(world, { reference: paymentReference, amountMinor: sum })
  const sources = transfers.map(({ amountMinor }, at) => ({ amountPaid: major(amountMinor), sessionId: `s${at}` }))
  const status = sum < account.amountMinor ? 'PARTIALLY_PAID' : sum > account.amountMinor ? 'OVERPAID' : 'PAID'
  return {
    transactionReference: account.providerRef,
    paymentReference: about.reference,
    amountPaid: major(about.amountMinor).toFixed(2),
    settlementAmount: major(sum - fees).toFixed(2),
    currency: about.currency,
    paymentStatus: first ? status : 'PENDING',
    // Lagos is one hour ahead of UTC.
    paidOn: first
      ? new Date(first.paidAt.getTime() + 3_600_000).toISOString().replace('T', ' ').replace('Z', '')
      : null,
    paymentSourceInformation: sources.length === 1 ? sources[0] : sources,
  }
}
