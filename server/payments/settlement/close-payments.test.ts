import { afterEach, beforeAll, expect, test } from 'vitest'
import { workerCtx } from '@/server/ctx'
import { createPlatform } from '@/server/ledger/holder.test-data'
import { createPayer, HOUR_MS, openTopUp, readPayment, workerAt } from '@/server/payments/payment-world.test-data'
import { openDatabase } from '@/server/testing/open-database'
import { endRecoveries, openRecovery } from '@/server/testing/open-recovery'
import { unguardRows } from '@/server/testing/poisoned-rows'
import { closePayments } from './close-payments'

openDatabase()
beforeAll(createPlatform)
beforeAll(unguardRows)
afterEach(endRecoveries)

test('a payment that cannot be read does not stop others from ending', async () => {
  const payer = await createPayer()
  const past = (hours: number) => new Date(Date.now() - hours * HOUR_MS)
  const spoilt = await openTopUp(payer, { now: past(60) })
  const sound = await openTopUp(payer, { now: past(50) })
  await workerCtx().db.execute(`update payments set received_minor = 'NaN' where id = '${spoilt.paymentId}'`)
  await closePayments(workerAt(new Date()))
  expect((await readPayment(sound.paymentId)).status).toBe('FAILED')
})

test('no quote ends during a recovery, since its money may be received and not booked yet', async () => {
  const payer = await createPayer()
  const quote = await openTopUp(payer, { now: new Date(Date.now() - 50 * HOUR_MS) })
  await openRecovery()
  await closePayments(workerAt(new Date()))
  expect((await readPayment(quote.paymentId)).status).toBe('PENDING')
  await endRecoveries()
  await closePayments(workerAt(new Date()))
  expect((await readPayment(quote.paymentId)).status).toBe('FAILED')
})
