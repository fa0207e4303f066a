import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { depositAccounts, paymentReceipts, providerReconciliations } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { createPlatform, driftOf } from '@/server/ledger/holder.test-data'
import { readPayment, receiptsOf, workerAt } from '@/server/payments/payment-world.test-data'
import { nextPollAt, retryPollAt } from '@/server/payments/providers/poll-accounts'
import { findDueProviders, pollProviders } from '@/server/payments/providers/poll-providers'
import { providerWatcher } from '@/server/payments/providers/provider-watcher'
import { openAtBank, startBankWorld } from '@/server/payments/providers/provider-world.test-data'
import { openDatabase } from '@/server/testing/open-database'
import { reconcileProvider } from './reconcile-provider'

openDatabase()
let world: Awaited<ReturnType<typeof startBankWorld>>
beforeAll(async () => {
  // Noon, so that a minute later is the same day.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date().setUTCHours(12, 0, 0, 0) })
  world = await startBankWorld()
  Object.assign(process.env, world.variables)
  await createPlatform()
})
afterAll(() => world.stop())
afterAll(() => vi.useRealTimers())

const MINUTE = 60_000
const db = () => workerCtx().db
const later = (ms: number) => new Date(Date.now() + ms)
const compare = (at = later(MINUTE)) => reconcileProvider(workerAt(at), { provider: 'sandbox' })
const rowOfToday = async () => {
  const day = later(MINUTE).toISOString().slice(0, 10)
  const [row] = await db().select().from(providerReconciliations).where(eq(providerReconciliations.day, day))
  return row
}

test('polls after 1, 3 and 10 minutes, at the expiry, ten minutes later and when the watch ends', () => {
  const createdAt = new Date('2026-05-04T10:00:00Z')
  const at = (minutes: number) => new Date(createdAt.getTime() + minutes * MINUTE)
  const account = { createdAt, expiryAt: at(30), watchUntil: at(30 + 1_440) }
  const asked: number[] = []
  for (let now: Date | null = createdAt; now; now = nextPollAt(account, now))
    if (now > createdAt) asked.push((now.getTime() - createdAt.getTime()) / MINUTE)
  expect(asked).toEqual([1, 3, 10, 30, 40, 1_470])
  expect(retryPollAt(account, at(30))).toEqual(at(31))
  expect(retryPollAt(account, at(3_000))).toBeNull()
})

test.each([
  ['exact', ['31000'], 'SUCCESS', []],
  ['in two parts', ['30999.99', '0.01'], 'SUCCESS', []],
  ['partial', ['15500'], 'PENDING', []],
  ['over', ['32550'], 'SUCCESS', ['OVERPAID']],
] as const)('polling finds money without a webhook: %s', async (_, amounts, status, exceptions) => {
  const open = await openAtBank()
  for (const amount of amounts) world.bank.send({ accountNumber: open.accountNumber, amount })
  await db().update(depositAccounts).set({ nextPollAt: new Date() }).where(eq(depositAccounts.id, open.accountId))
  expect(await findDueProviders(workerAt(later(1_000)))).toEqual([{ provider: 'sandbox' }])
  const { nextAt } = await pollProviders(workerAt(later(1_000)), { provider: 'sandbox' })
  expect(nextAt).not.toBeNull()
  expect(await readPayment(open.paymentId)).toMatchObject({ status, exceptions })
  expect(await receiptsOf(open.paymentId)).toHaveLength(amounts.length)
  expect(await driftOf(open.payer)).toEqual([])
  await db().update(depositAccounts).set({ nextPollAt: null }).where(eq(depositAccounts.id, open.accountId))
})

test('an account whose bank does not answer is polled again a minute later', async () => {
  const open = await openAtBank()
  await db().update(depositAccounts).set({ nextPollAt: new Date() }).where(eq(depositAccounts.id, open.accountId))
  await world.stop()
  const at = later(1_000)
  await pollProviders(workerAt(at), { provider: 'sandbox' })
  const [row] = await db().select().from(depositAccounts).where(eq(depositAccounts.id, open.accountId))
  expect(row?.nextPollAt).toEqual(new Date(at.getTime() + MINUTE))
  expect(row?.polledAt).toBeNull()
  await world.restart()
  await db().update(depositAccounts).set({ nextPollAt: null }).where(eq(depositAccounts.id, open.accountId))
})

test('the comparison books missed receipts, sends unassigned money to the operator, and changes nothing the second time', async () => {
  const open = await openAtBank()
  world.bank.send({ accountNumber: open.accountNumber, amount: '31000' })
  world.bank.send({ accountNumber: '0000000001', amount: '77.07' })
  await compare()
  expect((await readPayment(open.paymentId)).status).toBe('SUCCESS')
  const suspended = and(eq(paymentReceipts.outcome, 'SUSPENSE'), eq(paymentReceipts.units, 7_707n))
  expect(await db().select().from(paymentReceipts).where(suspended)).toHaveLength(1)
  const first = await rowOfToday()
  expect(first).toMatchObject({ broughtCount: 2, unmatchedCount: 1, problem: null })
  expect([first?.ourMinor, first?.ourCount]).toEqual([first?.theirMinor, first?.theirCount])
  await compare()
  expect(await rowOfToday()).toMatchObject({ broughtCount: 2, unmatchedCount: 1, ourMinor: first?.ourMinor })
  expect(await providerWatcher.findCauses(workerCtx())).toEqual([])
})

test('a later comparison assigns money whose account is known by now, once', async () => {
  const open = await openAtBank()
  world.bank.send({ accountNumber: '0000000001', amount: '31000' })
  await compare()
  expect(await receiptsOf(open.paymentId)).toEqual([])
  const before = await rowOfToday()
  const [found] = world.bank.state.transfers.slice(-1)
  const [account] = await db().select().from(depositAccounts).where(eq(depositAccounts.id, open.accountId))
  if (!found || !account) throw new Error('no transfer')
  found.reference = account.reference
  for (let time = 0; time < 2; time++) await compare()
  expect(await readPayment(open.paymentId)).toMatchObject({ status: 'SUCCESS', exceptions: [] })
  expect(await receiptsOf(open.paymentId)).toMatchObject([{ outcome: 'SETTLED', providerTxnId: found.id }])
  expect(await rowOfToday()).toMatchObject({ ourMinor: before?.ourMinor, unmatchedCount: before?.unmatchedCount })
  expect(await driftOf(open.payer)).toEqual([])
})

test('raises an alarm for a receipt that the bank does not list, and for a list that cannot be read', async () => {
  const [lost] = world.bank.state.transfers.slice(-1)
  if (!lost) throw new Error('no transfer')
  lost.status = 'refused'
  await compare()
  expect(await providerWatcher.findCauses(workerCtx())).toMatchObject([{ kind: 'provider_sums_differ' }])
  lost.status = 'paid'
  await compare()
  expect(await providerWatcher.findCauses(workerCtx())).toEqual([])
  await world.stop()
  await compare()
  expect((await rowOfToday())?.problem).toContain('does not answer')
  expect((await rowOfToday())?.theirMinor).not.toBe(0n)
  await world.restart()
  await compare()
  expect((await rowOfToday())?.problem).toBeNull()
})
