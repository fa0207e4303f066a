import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { type Recording, said, wants } from './recorded-world.test-data'
import { sandbox } from './sandbox'

const SECRET = 'shared'
const request = z.object({ reference: z.string(), amountMinor: z.string(), expiryAt: z.iso.datetime() })
const back = z.object({ reference: z.string(), transferId: z.string(), amountMinor: z.string() })

/** Shapes of packages/sandbox-bank. */
export const recordedSandbox: Recording = {
  isSigned: true,
  refunds: true,
  make: (baseUrl) => sandbox({ secret: SECRET, baseUrl }),
  answer(world, { method, path, query, headers, body }) {
    wants(headers.authorization === `Bearer ${SECRET}`, 'the key')
    if (path === '/api/accounts') {
      const { reference, amountMinor, expiryAt } = request.parse(body)
      world.accounts.set(reference, { providerRef: 'acc_1', amountMinor: BigInt(amountMinor) })
      const about = said(world, { reference, amountMinor: BigInt(amountMinor) })
      const bank = { accountNumber: '9900000001', accountName: 'Ada', bankName: 'Sandbox Bank', bankCode: '999' }
      const amount = world.lie === 'amount' ? '100' : amountMinor
      return { status: 200, body: { id: 'acc_1', ...about, ...bank, amountMinor: amount, expiryAt } }
    }
    if (path === '/api/transfers') {
      const wanted = query.get('reference')
      const list = world.transfers.filter(({ reference }) => wanted === null || reference === wanted)
      const view = (one: (typeof list)[number]) => {
        const about = said(world, one)
        const amounts = { amountMinor: about.amountMinor.toString(), feeMinor: one.feeMinor.toString() }
        return { id: one.id, ...about, ...amounts, paidAt: one.paidAt, status: 'paid' }
      }
      return { status: 200, body: list.map(view) }
    }
    if (method === 'POST') {
      const { reference, transferId, amountMinor } = back.parse(body)
      const known = world.refunds.find((each) => each.reference === reference)
      if (!known) world.refunds.push({ id: 'ref_1', reference, transferId, amountMinor: BigInt(amountMinor) })
      return { status: 200, body: { id: 'ref_1', state: 'PROCESSING' } }
    }
    const found = world.refunds.find(({ reference }) => path === `/api/refunds/${reference}`)
    return found ? { status: 200, body: { id: found.id, state: 'DONE' } } : { status: 404, body: { error: 'nothing' } }
  },
  webhook({ id, reference }) {
    const raw = Buffer.from(JSON.stringify({ id: `evt_${id}`, type: 'transfer.paid', reference, amount: '1' }))
    return { raw, headers: { 'x-sandbox-signature': createHmac('sha256', SECRET).update(raw).digest('hex') } }
  },
}
