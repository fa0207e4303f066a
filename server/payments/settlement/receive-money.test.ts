import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { newId } from '@/db/new-id'
import { ledgerJournals } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { createPlatform, driftOf, unitsOf } from '@/server/ledger/holder.test-data'
import { ledgerDrift } from '@/server/ledger/ledger-drift'
import {
  createPayer,
  HOUR_MS,
  openTopUp,
  pay,
  readPayment,
  receiptsOf,
  workerAt,
} from '@/server/payments/payment-world.test-data'
import { openDatabase } from '@/server/testing/open-database'
import { setRate } from '@/server/testing/set-rate'
import { closePayments } from './close-payments'

openDatabase()
beforeAll(createPlatform)
// Checks the ledger of the platform and all businesses; money in suspense counts as received.
afterEach(async () => expect(await ledgerDrift(workerCtx().db)).toEqual([]))

const DUE = 3_100_000n
const inTime = ({ expiryAt }: { expiryAt: Date }) => new Date(expiryAt.getTime() - 1)
const outcomesOf = async (paymentId: string) => (await receiptsOf(paymentId)).map(({ outcome }) => outcome)

test('the exact amount in time settles once and is in the balance', async () => {
  const payer = await createPayer()
  const open = await openTopUp(payer)
  await pay({ accountId: open.accountIds[0], units: DUE, paidAt: inTime(open), feeUnits: 5_000n })
  expect(await readPayment(open.paymentId)).toMatchObject({ status: 'SUCCESS', providerId: 'sandbox', exceptions: [] })
  expect(await unitsOf(payer, 'USD', 'available')).toBe(20_000_000n)
  expect(await driftOf(payer)).toEqual([])
})

test('parts wait for each other and settle together', async () => {
  const payer = await createPayer()
  const open = await openTopUp(payer, { accounts: 2 })
  const paidAt = inTime(open)
  await pay({ accountId: open.accountIds[0], units: DUE - 1n, paidAt })
  expect(await readPayment(open.paymentId)).toMatchObject({ status: 'PENDING', receivedMinor: DUE - 1n })
  await pay({ accountId: open.accountIds[1] ?? '', units: 1n, paidAt })
  expect((await readPayment(open.paymentId)).status).toBe('SUCCESS')
  expect(await outcomesOf(open.paymentId)).toEqual(['SETTLED', 'SETTLED'])
  expect(await unitsOf(payer, 'USD', 'available')).toBe(20_000_000n)
})

test('a surplus goes to the balance at the rate of the quote', async () => {
  const payer = await createPayer()
  const open = await openTopUp(payer)
  await pay({ accountId: open.accountIds[0], units: DUE + 155_000n, paidAt: inTime(open) })
  expect(await readPayment(open.paymentId)).toMatchObject({ status: 'SUCCESS', exceptions: ['OVERPAID'] })
  expect(await unitsOf(payer, 'USD', 'available')).toBe(21_000_000n)
  expect(await driftOf(payer)).toEqual([])
})

test('the rate of the quote applies to twice the amount; money above is credited at the current rate', async () => {
  const payer = await createPayer()
  const open = await openTopUp(payer)
  await setRate(3_100_00000000n)
  await pay({ accountId: open.accountIds[0], units: 10n * DUE, paidAt: inTime(open) })
  expect(await readPayment(open.paymentId)).toMatchObject({ status: 'SUCCESS', exceptions: ['OVERPAID'] })
  expect(await outcomesOf(open.paymentId)).toEqual(['SETTLED'])
  // 20 and 20 dollars at 1,550; eight times 31,000 naira at 3,100.
  expect(await unitsOf(payer, 'USD', 'available')).toBe(120_000_000n)
  expect(await driftOf(payer)).toEqual([])
})

test('late or duplicate money goes to the balance and settles nothing', async () => {
  const payer = await createPayer()
  const open = await openTopUp(payer, { accounts: 2 })
  await pay({ accountId: open.accountIds[0], units: DUE, paidAt: open.expiryAt })
  expect(await readPayment(open.paymentId)).toMatchObject({ status: 'PENDING', exceptions: ['LATE'] })
  await pay({ accountId: open.accountIds[0], units: DUE, paidAt: inTime(open) })
  await pay({ accountId: open.accountIds[1] ?? '', units: DUE, paidAt: inTime(open) })
  expect(await readPayment(open.paymentId)).toMatchObject({ status: 'SUCCESS', exceptions: ['LATE', 'DUPLICATE'] })
  expect(await outcomesOf(open.paymentId)).toEqual(['CREDITED', 'SETTLED', 'CREDITED'])
  expect(await unitsOf(payer, 'USD', 'available')).toBe(60_000_000n)
  const { reason } = ledgerJournals
  const ofPayer = eq(ledgerJournals.businessId, payer.businessId)
  const reasons = await workerCtx().db.select({ reason }).from(ledgerJournals).where(ofPayer)
  expect(reasons).toContainEqual({ reason: `PAY-${open.paymentId}: came too late` })
  expect(await driftOf(payer)).toEqual([])
})

test('money without an account waits for an operator', async () => {
  const txn = newId()
  const before = await unitsOf(null, 'NGN', 'suspense')
  await Promise.all([1, 2, 3].map(() => pay({ accountId: null, units: 77n, paidAt: new Date(), txn })))
  expect((await unitsOf(null, 'NGN', 'suspense')) - before).toBe(77n)
})

test('five concurrent reports of one receipt, with parts on two accounts, settle once', async () => {
  const payer = await createPayer()
  const open = await openTopUp(payer, { accounts: 2 })
  const paidAt = inTime(open)
  const [a, b] = [newId(), newId()]
  const [first, second = ''] = open.accountIds
  await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      n % 2 === 0
        ? pay({ accountId: first, units: DUE, paidAt, txn: a })
        : pay({ accountId: second, units: DUE, paidAt, txn: b }),
    ),
  )
  expect((await outcomesOf(open.paymentId)).sort()).toEqual(['CREDITED', 'SETTLED'])
  expect(await unitsOf(payer, 'USD', 'available')).toBe(40_000_000n)
  expect(await driftOf(payer)).toEqual([])
})

test('one transaction reported concurrently for two businesses and for none is booked once', async () => {
  const before = await unitsOf(null, 'NGN', 'suspense')
  for (let round = 0; round < 5; round++) {
    const payers = await Promise.all([createPayer(), createPayer()])
    const opened = await Promise.all(payers.map((payer) => openTopUp(payer)))
    const [txn, paidAt] = [newId(), new Date()]
    const notices = [null, ...opened.map(({ accountIds }) => accountIds[0])]
    await Promise.all([...notices, ...notices].map((accountId) => pay({ accountId, units: DUE, paidAt, txn })))
    const outcomes = (await Promise.all(opened.map(({ paymentId }) => outcomesOf(paymentId)))).flat()
    // Naming the account later assigns no money a second time.
    expect(outcomes).toEqual(['SETTLED'])
    const balances = await Promise.all(payers.map((payer) => unitsOf(payer, 'USD', 'available')))
    expect(balances.sort()).toEqual([0n, 20_000_000n])
  }
  expect(await unitsOf(null, 'NGN', 'suspense')).toBe(before)
})

test('a quote ends ten minutes after its expiry once its bank was polled, and its money is in the balance', async () => {
  const payer = await createPayer()
  const now = new Date(Date.now() - 2 * HOUR_MS)
  const open = await openTopUp(payer, { now })
  await pay({ accountId: open.accountIds[0], units: 1_550_000n, paidAt: inTime(open) })
  const early = workerAt(new Date(open.expiryAt.getTime() + 599_000))
  await closePayments(early)
  expect((await readPayment(open.paymentId)).status).toBe('PENDING')
  // The bank was not polled since the expiry, so money sent in time may be missing.
  await closePayments(workerAt(new Date(open.expiryAt.getTime() + HOUR_MS)))
  expect((await readPayment(open.paymentId)).status).toBe('PENDING')
  await Promise.all([1, 2, 3].map(() => closePayments(workerAt(new Date(open.expiryAt.getTime() + 25 * HOUR_MS)))))
  expect(await readPayment(open.paymentId)).toMatchObject({ status: 'FAILED', exceptions: ['PARTIAL'] })
  expect(await unitsOf(payer, 'USD', 'available')).toBe(10_000_000n)
  expect(await driftOf(payer)).toEqual([])
})
