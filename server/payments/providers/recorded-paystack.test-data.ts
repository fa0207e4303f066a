import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { paystack } from './paystack'
import {
  type Answered,
  pageOf,
  pagesSaid,
  type Recording,
  said,
  type Transfer,
  type World,
  wants,
} from './recorded-world.test-data'

const SECRET = 'sk_test_1'
const charge = z.object({
  email: z.string(),
  amount: z.int(),
  reference: z.string(),
  bank_transfer: z.object({ account_expires_at: z.iso.datetime() }),
})
const back = z.object({ transaction: z.string(), amount: z.int(), merchant_note: z.string() })

const done = (data: unknown, meta?: unknown): Answered => ({
  status: 200,
  body: { status: true, message: 'ok', data, meta },
})
const refused = (status: number, message: string): Answered => ({ status, body: { status: false, message } })

/**
 * Shapes from Paystack's OpenAPI document and its Pay with Transfer examples. An account takes one transfer; others are
 * returned.
 */
export const recordedPaystack: Recording = {
  isSigned: true,
  refunds: true,
  make: (baseUrl) => paystack({ secretKey: SECRET, baseUrl }),
  answer(world, { method, path, query, headers, body }) {
    wants(headers.authorization === `Bearer ${SECRET}`, 'the key')
    if (method === 'POST' && path === '/charge') {
      const { amount, reference, email } = charge.parse(body)
      wants(email === `ada+${reference}@example.com`, 'an email address that names the account')
      if (world.accounts.has(reference)) return refused(400, 'Duplicate Transaction Reference')
      world.accounts.set(reference, { providerRef: reference, amountMinor: BigInt(amount) })
      return done(accountOf(world, reference))
    }
    if (path.startsWith('/charge/')) return done(accountOf(world, path.split('/')[2] ?? ''))
    if (path.startsWith('/transaction/verify/')) {
      const transfer = world.transfers.find(({ reference }) => path.endsWith(`/${reference}`))
      return transfer ? done(transactionOf(world, transfer)) : refused(404, 'Transaction reference not found.')
    }
    if (path === '/transaction') {
      wants(query.get('perPage') === '100', 'pages')
      const page = Number(query.get('page'))
      const { rows, pages: pageCount, total } = pageOf(world, world.transfers, { page, size: 100 })
      const list = rows.map((one) => transactionOf(world, one))
      return done(list, { total, page, pageCount })
    }
    if (method === 'POST' && path === '/refund') {
      const { transaction, amount, merchant_note: reference } = back.parse(body)
      const refund = {
        id: String(900 + world.refunds.length),
        reference,
        amountMinor: BigInt(amount),
        transferId: transaction,
      }
      world.refunds.push(refund)
      return done({ id: Number(refund.id), status: 'pending', merchant_note: reference })
    }
    const list = world.refunds.map(({ id, reference }) => ({
      id: Number(id),
      status: 'processed',
      merchant_note: reference,
    }))
    const pageCount = pagesSaid(world)
    if (path === '/refund') return done(list, pageCount && { total: list.length, skipped: 0, page: 1, pageCount })
    return done(list.find(({ id }) => path === `/refund/${id}`))
  },
  webhook({ id, reference, amountMinor }) {
    const data = { id: Number(id), reference, amount: Number(amountMinor), channel: 'bank_transfer', status: 'success' }
    const raw = Buffer.from(JSON.stringify({ event: 'charge.success', data }))
    return { raw, headers: { 'x-paystack-signature': createHmac('sha512', SECRET).update(raw).digest('hex') } }
  },
}

function accountOf(world: World, asked: string) {
  const { reference } = said(world, { reference: asked, amountMinor: 0n })
  return {
    reference,
    status: 'pending_bank_transfer',
    account_name: 'PAYSTACK CHECKOUT',
    account_number: world.lie === 'amount' ? '' : '9800000001',
    bank: { slug: 'test-wema', name: 'Wema Bank', id: 20 },
    account_expires_at: '2026-05-04T12:00:00.000Z',
  }
}

function transactionOf(world: World, transfer: Transfer) {
  const { reference, currency, amountMinor } = said(world, transfer)
  const amounts = { amount: Number(amountMinor), requested_amount: Number(transfer.amountMinor), fees: 100 }
  return { id: Number(transfer.id), status: 'success', reference, ...amounts, currency, paid_at: transfer.paidAt }
}
