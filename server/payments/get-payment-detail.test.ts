import { expect, test } from 'vitest'
import { inTenantReading } from '@/server/ctx'
import { createPlatform } from '@/server/ledger/holder.test-data'
import { openDatabase } from '@/server/testing/open-database'
import { getPaymentDetail } from './get-payment-detail'
import { createPayer, openTopUp, type Payer, pay } from './payment-world.test-data'

openDatabase()

const read = (payer: Payer, id: string) =>
  inTenantReading(payer, (ctx) => getPaymentDetail({ ...ctx, projectId: payer.projectId }, id))

test('a payment shows its accounts and its receipts, oldest first', async () => {
  await createPlatform()
  const payer = await createPayer()
  const { paymentId, accountIds } = await openTopUp(payer)
  expect(await read(payer, paymentId)).toMatchObject({
    status: 'PENDING',
    accounts: [{ kind: 'FIAT', accountNumber: '9000000001', amountLeft: '31000' }],
    receipts: [],
  })
  await pay({ accountId: accountIds[0], units: 1_000_000n, paidAt: new Date() })
  expect(await read(payer, paymentId)).toMatchObject({
    ...{ status: 'PENDING', amountNgn: '31000', receivedNgn: '10000', leftNgn: '21000' },
    accounts: [{ amountLeft: '21000', unit: 'NGN' }],
  })
  await pay({ accountId: accountIds[0], units: 2_100_000n, paidAt: new Date() })
  const paid = await read(payer, paymentId)
  expect(paid).toMatchObject({ status: 'SUCCESS', receipts: [{ valueNgn: '10000' }, { valueNgn: '21000' }] })
})

test('refuses a payment of another business', async () => {
  const [payer, other] = [await createPayer(), await createPayer()]
  const { paymentId } = await openTopUp(payer)
  await expect(read(other, paymentId)).rejects.toThrow('not found')
})
