import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { depositAccounts } from '@/db/schema'
import { inTenant, workerCtx } from '@/server/ctx'
import { createPlatform } from '@/server/ledger/holder.test-data'
import { createPayer, HOUR_MS, pay, readPayment, workerAt } from '@/server/payments/payment-world.test-data'
import { createPayment } from '@/server/payments/subscribe'
import { openDatabase } from '@/server/testing/open-database'
import type { FiatOpener } from './account-opener'
import { finishOpenings } from './finish-openings'

openDatabase()
beforeAll(createPlatform)

const opens = (open: FiatOpener['open']): FiatOpener => ({
  kind: 'FIAT',
  provider: 'sandbox',
  watchMs: 24 * HOUR_MS,
  expects: ({ amountMinor }) => ({ currency: 'NGN', expectedUnits: amountMinor }),
  open,
})
const willing = opens(async ({ reference }) => ({ providerRef: reference, accountNumber: '9000000001' }))
const down = opens(async () => {
  throw new Error('does not answer')
})
const MINUTE_MS = 60_000

/** The process dies after the rows are committed, before any account is opened. */
async function openAndDie(accounts = 1) {
  const payer = await createPayer()
  const request = { purpose: 'WALLET_TOPUP', amountUsd: 20_000_000n, description: '' } as const
  const openers = Array.from({ length: accounts }, () => willing)
  const { paymentId } = await inTenant(payer, (ctx) =>
    createPayment({ ...ctx, projectId: payer.projectId }, { request, openers }),
  )
  if (!paymentId) throw new Error('nothing was opened')
  return paymentId
}

const accountsOf = (paymentId: string) =>
  workerCtx().db.select().from(depositAccounts).where(eq(depositAccounts.paymentId, paymentId))
const finish = (opener: FiatOpener, afterMs: number) =>
  finishOpenings(workerAt(new Date(Date.now() + afterMs)), [opener])

test('an account that was left unopened is opened, but not while its call may still run', async () => {
  const paymentId = await openAndDie()
  await finish(willing, 0)
  expect(await accountsOf(paymentId)).toMatchObject([{ status: 'OPENING' }])
  await Promise.all([1, 2].map(() => finish(willing, MINUTE_MS)))
  expect(await accountsOf(paymentId)).toMatchObject([{ status: 'OPEN', accountNumber: '9000000001' }])
  expect((await readPayment(paymentId)).status).toBe('PENDING')
})

test('the payment fails if no account can be opened', async () => {
  const paymentId = await openAndDie()
  await finish(down, MINUTE_MS)
  expect(await accountsOf(paymentId)).toMatchObject([{ status: 'FAILED' }])
  expect((await readPayment(paymentId)).status).toBe('FAILED')
})

test('after the expiry no provider is called: the account and the payment fail', async () => {
  const paymentId = await openAndDie()
  await finish(willing, HOUR_MS)
  expect(await accountsOf(paymentId)).toMatchObject([{ status: 'FAILED' }])
  expect((await readPayment(paymentId)).status).toBe('FAILED')
})

test('a payment with another open account continues without the failed one', async () => {
  const paymentId = await openAndDie(2)
  const [first] = await accountsOf(paymentId)
  await workerCtx()
    .db.update(depositAccounts)
    .set({ status: 'OPEN' })
    .where(eq(depositAccounts.id, first?.id ?? ''))
  await finish(down, MINUTE_MS)
  expect((await accountsOf(paymentId)).map(({ status }) => status).sort()).toEqual(['FAILED', 'OPEN'])
  expect((await readPayment(paymentId)).status).toBe('PENDING')
})

test('a payment fails too if all of its accounts failed before that was recorded', async () => {
  const paymentId = await openAndDie()
  await workerCtx().db.update(depositAccounts).set({ status: 'FAILED' }).where(eq(depositAccounts.paymentId, paymentId))
  await finish(willing, MINUTE_MS)
  expect((await readPayment(paymentId)).status).toBe('FAILED')
})

// The provider had opened the account before the process died, and reported the payer's money by its reference.
test('an account of a payment that was paid meanwhile is opened too, because more money may arrive', async () => {
  const paymentId = await openAndDie()
  const [account] = await accountsOf(paymentId)
  if (!account) throw new Error('no account')
  await pay({ accountId: account.id, units: account.expectedUnits, paidAt: new Date() })
  expect((await readPayment(paymentId)).status).toBe('SUCCESS')
  await finish(willing, MINUTE_MS)
  expect(await accountsOf(paymentId)).toMatchObject([{ status: 'OPEN', accountNumber: '9000000001' }])
  expect((await readPayment(paymentId)).status).toBe('SUCCESS')
})

test.each([
  ['no provider opens it', down, MINUTE_MS],
  ['its time is over', willing, HOUR_MS],
])('an account of a paid payment fails if %s, and the payment stays paid', async (_, opener, afterMs) => {
  const paymentId = await openAndDie()
  const [account] = await accountsOf(paymentId)
  if (!account) throw new Error('no account')
  await pay({ accountId: account.id, units: account.expectedUnits, paidAt: new Date() })
  await finish(opener, afterMs)
  expect(await accountsOf(paymentId)).toMatchObject([{ status: 'FAILED' }])
  expect((await readPayment(paymentId)).status).toBe('SUCCESS')
})
