import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { depositAccounts } from '@/db/schema'
import { inTenant, workerCtx } from '@/server/ctx'
import { createPlatform } from '@/server/ledger/holder.test-data'
import { createPayer, HOUR_MS, pay, readPayment, workerAt } from '@/server/payments/payment-world.test-data'
import { createPayment } from '@/server/payments/quotes/create-payment'
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

/** The process dies once the rows are committed: nobody opens the accounts. */
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

test('where nobody opens one the payment ends', async () => {
  const paymentId = await openAndDie()
  await finish(down, MINUTE_MS)
  expect(await accountsOf(paymentId)).toMatchObject([{ status: 'FAILED' }])
  expect((await readPayment(paymentId)).status).toBe('FAILED')
})

test('past its time nobody is asked: the account failed, and the payment with it', async () => {
  const paymentId = await openAndDie()
  await finish(willing, HOUR_MS)
  expect(await accountsOf(paymentId)).toMatchObject([{ status: 'FAILED' }])
  expect((await readPayment(paymentId)).status).toBe('FAILED')
})

test('a payment with another open account goes on without the one that fails', async () => {
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

test('a payment whose accounts all failed before it was said ends too', async () => {
  const paymentId = await openAndDie()
  await workerCtx().db.update(depositAccounts).set({ status: 'FAILED' }).where(eq(depositAccounts.paymentId, paymentId))
  await finish(willing, MINUTE_MS)
  expect((await readPayment(paymentId)).status).toBe('FAILED')
})

// Its provider had opened it before the process died, and told the payer's money to us by its reference.
test('an account of a payment that was paid meanwhile is opened too: more may come to it', async () => {
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
])('an account of a paid payment fails where %s, and the payment stays paid', async (_, opener, afterMs) => {
  const paymentId = await openAndDie()
  const [account] = await accountsOf(paymentId)
  if (!account) throw new Error('no account')
  await pay({ accountId: account.id, units: account.expectedUnits, paidAt: new Date() })
  await finish(opener, afterMs)
  expect(await accountsOf(paymentId)).toMatchObject([{ status: 'FAILED' }])
  expect((await readPayment(paymentId)).status).toBe('SUCCESS')
})
