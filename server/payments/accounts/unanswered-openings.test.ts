import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { depositAccounts } from '@/db/schema'
import { inTenant, workerCtx } from '@/server/ctx'
import { createPlatform, driftOf, unitsOf } from '@/server/ledger/holder.test-data'
import { createPayer, HOUR_MS, readPayment, receiptsOf, workerAt } from '@/server/payments/payment-world.test-data'
import { findConfigured } from '@/server/payments/providers/configured-providers'
import { findDueProviders, pollProviders } from '@/server/payments/providers/poll-providers'
import { startBankWorld } from '@/server/payments/providers/provider-world.test-data'
import { createPayment } from '@/server/payments/subscribe'
import { openDatabase } from '@/server/testing/open-database'
import type { FiatOpener } from './account-opener'
import { fiatOpener } from './fiat-opener'
import { finishOpenings } from './finish-openings'
import { openAccounts } from './open-accounts'

const MINUTE_MS = 60_000

openDatabase()
let world: Awaited<ReturnType<typeof startBankWorld>>
beforeAll(async () => {
  world = await startBankWorld()
  Object.assign(process.env, world.variables)
  await createPlatform()
})
afterAll(() => world.stop())

const later = (ms: number) => workerAt(new Date(Date.now() + ms))
const ask = (ms: number) => pollProviders(later(ms), { provider: 'sandbox' })

function bank(): FiatOpener {
  const provider = findConfigured('sandbox')
  if (!provider) throw new Error('no bank')
  return fiatOpener(provider)
}

/** The bank opens the account, and its answer is lost. */
function lostAnswer(): FiatOpener {
  const opener = bank()
  return {
    ...opener,
    async open(account, customer) {
      await opener.open(account, customer)
      throw new Error('broke off its answer')
    },
  }
}

/** A top-up of 20 dollars whose account is not opened yet, so its payer has no account number. */
async function begin() {
  const payer = await createPayer()
  const request = { purpose: 'WALLET_TOPUP', amountUsd: 20_000_000n, description: '' } as const
  const { paymentId } = await inTenant(payer, (ctx) =>
    createPayment({ ...ctx, projectId: payer.projectId }, { request, openers: [bank()] }),
  )
  if (!paymentId) throw new Error('nothing was opened')
  const read = async () => {
    const [row] = await workerCtx().db.select().from(depositAccounts).where(eq(depositAccounts.paymentId, paymentId))
    if (!row) throw new Error('no account')
    return row
  }
  /** Sends the requested amount to the account; the bank sends no webhook. */
  const send = async () => {
    const account = world.bank.findAccount((await read()).reference)
    if (!account) throw new Error('the bank opened none')
    return world.bank.send({ accountNumber: account.accountNumber, amount: '31000' })
  }
  return { payer, paymentId, read, send }
}

type Begun = Awaited<ReturnType<typeof begin>>

async function expectCredited({ payer, paymentId }: Begun) {
  expect(await receiptsOf(paymentId)).toMatchObject([{ outcome: 'CREDITED', units: 3_100_000n }])
  expect(await unitsOf(payer, 'USD', 'available')).toBe(20_000_000n)
  expect(await driftOf(payer)).toEqual([])
}

test('money to an account whose opening was never answered is found without a webhook', async () => {
  const begun = await begin()
  const opening = openAccounts(workerCtx(), { paymentId: begun.paymentId, openers: [lostAnswer()] })
  await expect(opening).rejects.toThrow()
  expect([(await begun.read()).status, (await readPayment(begun.paymentId)).status]).toEqual(['FAILED', 'FAILED'])
  await begun.send()
  expect(await findDueProviders(later(MINUTE_MS))).toEqual([{ provider: 'sandbox' }])
  await ask(MINUTE_MS)
  await expectCredited(begun)
})

test('money that arrives hours later is found too, until the watch ends; then polling stops', async () => {
  const begun = await begin()
  await openAccounts(workerCtx(), { paymentId: begun.paymentId, openers: [lostAnswer()] }).catch(() => {})
  await ask(MINUTE_MS)
  await ask(HOUR_MS)
  expect(await receiptsOf(begun.paymentId)).toEqual([])
  await begun.send()
  await ask(24 * HOUR_MS + HOUR_MS)
  await expectCredited(begun)
  expect((await begun.read()).nextPollAt).toBeNull()
})

test.each([
  ['its time was over', HOUR_MS, true],
  ['the bank was away', MINUTE_MS, false],
])('a process that died after the answer loses no money if %s when it is back', async (_, backMs, isUp) => {
  const begun = await begin()
  // The process dies here, with the bank's answer.
  await bank().open(await begun.read(), { name: 'Ada' })
  await begun.send()
  if (!isUp) await world.stop()
  await finishOpenings(later(backMs), [bank()])
  expect([(await begun.read()).status, (await readPayment(begun.paymentId)).status]).toEqual(['FAILED', 'FAILED'])
  await ask(backMs + MINUTE_MS)
  if (!isUp) {
    expect(await receiptsOf(begun.paymentId)).toEqual([])
    await world.restart()
  }
  await ask(backMs + 3 * MINUTE_MS)
  await expectCredited(begun)
})
