import { z } from 'zod'
import { flutterwave } from './flutterwave'
import {
  type Answered,
  major,
  pageOf,
  pagesSaid,
  type Recording,
  said,
  type Transfer,
  type World,
  wants,
} from './recorded-world.test-data'

const KEYS = { secretKey: 'FLWSECK_TEST-1', secretHash: 'hash-of-the-dashboard' }
const charge = z.object({
  tx_ref: z.string(),
  amount: z.number(),
  currency: z.literal('NGN'),
  email: z.email(),
  is_permanent: z.literal(false),
  expires: z.int(),
})
const back = z.object({ amount: z.number(), comments: z.string() })

const done = (data: unknown, meta?: unknown): Answered => ({
  status: 200,
  body: { status: 'success', message: 'ok', data, meta },
})

/** Shapes from Flutterwave's v3 library and documentation. */
export const recordedFlutterwave: Recording = {
  isSigned: false,
  refunds: true,
  make: (baseUrl) => flutterwave({ ...KEYS, baseUrl }),
  answer(world, { method, path, query, headers, body }) {
    wants(headers.authorization === `Bearer ${KEYS.secretKey}`, 'the key')
    if (path === '/v3/charges') {
      wants(query.get('type') === 'bank_transfer', 'a bank transfer')
      const { tx_ref: reference, amount } = charge.parse(body)
      const amountMinor = BigInt(Math.round(amount * 100))
      world.accounts.set(reference, { providerRef: `FLW-${reference}`, amountMinor })
      const authorization = {
        transfer_reference: `FLW-${reference}`,
        transfer_account: '7800000001',
        transfer_bank: 'WEMA BANK',
        account_expiration: 1_777_896_000_000,
        transfer_note: 'Please make a bank transfer',
        transfer_amount: major(world.lie === 'amount' ? 100n : amountMinor).toFixed(2),
        mode: 'banktransfer',
      }
      return done(undefined, { authorization })
    }
    if (path === '/v3/transactions') {
      const wanted = query.get('tx_ref')
      const list = world.transfers.filter(({ reference }) => wanted === null || reference === wanted)
      const page = Number(query.get('page'))
      const { rows, pages: total_pages, total } = pageOf(world, list, { page, size: 10 })
      const page_info = { total, current_page: page, total_pages }
      return done(
        rows.map((one) => transactionOf(world, one)),
        { page_info },
      )
    }
    const [, transferId] = /^\/v3\/transactions\/(\d+)\/refund$/.exec(path) ?? []
    if (method === 'POST' && transferId) {
      const { amount, comments: reference } = back.parse(body)
      const id = String(500 + world.refunds.length)
      world.refunds.push({ id, reference, amountMinor: BigInt(Math.round(amount * 100)), transferId })
      return done({ id: Number(id), status: 'pending', comments: reference })
    }
    const list = world.refunds.map(({ id, reference }) => ({
      id: Number(id),
      status: 'completed',
      comments: reference,
    }))
    if (path !== '/v3/refunds') return done(list.find(({ id }) => path === `/v3/refunds/${id}`))
    const total_pages = pagesSaid(world)
    return done(list, total_pages && { page_info: { total: list.length, current_page: 1, total_pages } })
  },
  webhook({ id, reference, amountMinor }) {
    const data = {
      id: Number(id),
      tx_ref: reference,
      amount: major(amountMinor),
      currency: 'NGN',
      status: 'successful',
    }
    const raw = Buffer.from(JSON.stringify({ event: 'charge.completed', data }))
    return { raw, headers: { 'verif-hash': KEYS.secretHash } }
  },
}

function transactionOf(world: World, transfer: Transfer) {
  const { reference, currency, amountMinor } = said(world, transfer)
  const amounts = { amount: major(amountMinor), charged_amount: major(amountMinor), app_fee: 1, merchant_fee: 0 }
  const rest = { currency, status: 'successful', created_at: transfer.paidAt }
  return { id: Number(transfer.id), tx_ref: reference, ...amounts, ...rest }
}
