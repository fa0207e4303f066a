import { beforeAll, expect, test } from 'vitest'
import { workerCtx } from '@/server/ctx'
import { createPlatform } from '@/server/ledger/holder.test-data'
import { createPayer, HOUR_MS, openTopUp, readPayment, workerAt } from '@/server/payments/payment-world.test-data'
import { openDatabase } from '@/server/testing/open-database'
import { unguardRows } from '@/server/testing/poisoned-rows'
import { closePayments } from './close-payments'

openDatabase()
beforeAll(createPlatform)
beforeAll(unguardRows)

test('a payment that cannot be read does not stop others from ending', async () => {
  const payer = await createPayer()
  const past = (hours: number) => new Date(Date.now() - hours * HOUR_MS)
  const spoilt = await openTopUp(payer, { now: past(60) })
  const sound = await openTopUp(payer, { now: past(50) })
  await workerCtx().db.execute(`update payments set received_minor = 'NaN' where id = '${spoilt.paymentId}'`)
  await closePayments(workerAt(new Date()))
  expect((await readPayment(sound.paymentId)).status).toBe('FAILED')
})
