import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { depositAccounts, idempotencyKeys, payments } from '@/db/schema'
import { fiatAccountView } from '@/schemas/payments/accounts/contract'
import { workerCtx } from '@/server/ctx'
import { openDatabase } from '@/server/testing/open-database'
import { finishOpenings } from './accounts/finish-openings'
import { listOpeners } from './accounts/list-openers'
import { openDoorWorld, topUpRequest } from './door-world.test-data'
import { workerAt } from './payment-world.test-data'

openDatabase()
const world = openDoorWorld()
const MINUTE_MS = 60_000
const KEY = 'killed-in-between'
const PATH = '/v1/payments/subscribe?providerType=FIAT'
const send = () => world.client.post(PATH, topUpRequest(5), KEY)
const sendTagged = () => world.client.post(PATH, { ...topUpRequest(5), clientReference: 'inv-1' })
const finish = async (hasOpeners = true) =>
  finishOpenings(
    workerAt(new Date(Date.now() + MINUTE_MS)),
    hasOpeners ? await listOpeners(workerCtx(), undefined) : [],
  )

/**
 * Leaves the state of a call whose process was killed after its commit a minute ago, before any provider was called.
 */
async function sendAndDie(call = send) {
  const { db } = workerCtx()
  const first = await call()
  const [account] = z.array(fiatAccountView).parse(first.data)
  if (!account) throw new Error('no account')
  await db
    .update(depositAccounts)
    .set({ status: 'OPENING', accountNumber: null, accountName: null, bankName: null, bankCode: null })
    .where(eq(depositAccounts.paymentId, account.paymentId))
  const text = JSON.stringify({ status: true, message: 'Deposit accounts', data: [] })
  const createdAt = new Date(Date.now() - MINUTE_MS)
  await db.update(payments).set({ createdAt }).where(eq(payments.id, account.paymentId))
  await db
    .update(idempotencyKeys)
    .set({ responseBody: { text }, completedAt: null, createdAt })
    .where(eq(idempotencyKeys.businessId, world.client.businessId))
  return account
}

test('after a killed call the repeated one reports accounts_opening, then returns the accounts of its payment', async () => {
  const account = await sendAndDie()
  expect(await send()).toMatchObject({ code: 503, refusal: 'accounts_opening' })
  expect(await send()).toMatchObject({ code: 503, refusal: 'accounts_opening' })
  await finish()
  const answers = await Promise.all([send(), send()])
  expect(answers).toEqual(answers.map(() => expect.objectContaining({ code: 200, replayed: true, data: [account] })))
  expect(await send()).toEqual(answers[0])
})

test('if no account could be opened, the repeated call reports that and the key can be used again', async () => {
  const account = await sendAndDie()
  await finish(false)
  expect(await send()).toMatchObject({ code: 503, refusal: 'providers_unavailable' })
  const again = await send()
  expect(again).toMatchObject({ code: 200, replayed: false })
  const [other] = z.array(fiatAccountView).parse(again.data)
  expect(other?.paymentId).not.toBe(account.paymentId)
})

test('a repeated reference without a key gets the accounts of the killed call, once they are opened', async () => {
  const account = await sendAndDie(sendTagged)
  expect(await sendTagged()).toMatchObject({ code: 503, refusal: 'accounts_opening' })
  await finish()
  const answers = await Promise.all([sendTagged(), sendTagged()])
  expect(answers).toEqual(answers.map(() => expect.objectContaining({ code: 200, replayed: true, data: [account] })))
})

test('where nobody opens one its reference can be used again', async () => {
  const account = await sendAndDie(sendTagged)
  await finish(false)
  const again = await sendTagged()
  expect(again).toMatchObject({ code: 200, replayed: false })
  const [other] = z.array(fiatAccountView).parse(again.data)
  expect(other?.paymentId).not.toBe(account.paymentId)
})
