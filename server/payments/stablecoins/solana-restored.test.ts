import { Keypair } from '@solana/web3.js'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { paymentArrivals, paymentSweeps } from '@/db/schema'
import { forgetCaches } from '@/server/changing-cache'
import { inOperator, inOperatorReading, workerCtx } from '@/server/ctx'
import { ledgerDrift } from '@/server/ledger/ledger-drift'
import { createPayer, readPayment, receiptsOf, workerAt } from '@/server/payments/payment-world.test-data'
import { anyOperator } from '@/server/testing/any-operator'
import { CLUSTER_ID, type LocalSolana, runEngine, startLocalSolana } from '@/server/testing/local-solana'
import { openDatabase } from '@/server/testing/open-database'
import { endRecoveries, openRecovery } from '@/server/testing/open-recovery'
import { takeBackup } from '@/server/testing/restorable-database'
import { decideArrival } from './decide-arrival'
import { findRecovery } from './find-recovery'
import { findTreasury } from './find-treasury'
import { recoverDeposit } from './recover-deposit'
import { arrivalsAt, bookedUnits, openOnChains, takeToken, until } from './stablecoin-world.test-data'
import { sweepPayments } from './sweep-payments'

const LONG = { timeout: 240_000 }
const WITHIN_MS = 60_000
const MINUTE_MS = 60_000
const DOLLARS = 20_000_000n
const MORE = 5_000_000n

const database = openDatabase()
let solana: LocalSolana
beforeAll(async () => {
  solana = await startLocalSolana({ finalizedAfterSlots: 8 })
  const { mint, decimals } = solana.tokenOf('USDC')
  await takeToken({ chainId: CLUSTER_ID, address: mint.toBase58(), symbol: 'USDC', decimals, peg: 'USD' })
})
afterAll(() => solana.stop())

async function openAddress() {
  const opened = await openOnChains(await createPayer())
  const [account] = opened.accounts
  if (!account?.walletId) throw new Error('no address')
  return { paymentId: opened.paymentId, walletId: account.walletId, address: account.address }
}

/** Restores the backup, as if the recovery of it were over. */
async function restoreFrom(backup: Awaited<ReturnType<typeof takeBackup>>): Promise<void> {
  await backup.restore()
  forgetCaches()
  await openRecovery()
  await endRecoveries()
}

const untilEnded = () =>
  vi.waitFor(
    async () => {
      await runEngine()
      expect(await workerCtx().db.$count(paymentSweeps, eq(paymentSweeps.state, 'OPEN'))).toBe(0)
    },
    { timeout: WITHIN_MS, interval: 200 },
  )

/** A day of sweeps: one that failed is tried again after a pause. */
async function sweepAll(): Promise<void> {
  for (let minutes = 0; minutes < 36; minutes += 12) {
    await sweepPayments(workerAt(new Date(Date.now() + minutes * MINUTE_MS)))
    await untilEnded()
  }
}

test(
  'a sweep that a restored backup lacks is booked with the next one, and what arrived since is swept',
  LONG,
  async () => {
    const { paymentId, address } = await openAddress()
    await solana.fundToken('USDC', address, DOLLARS)
    const isSettled = async () => expect(await readPayment(paymentId)).toMatchObject({ status: 'SUCCESS' })
    await until(CLUSTER_ID, isSettled, WITHIN_MS)
    const backup = await takeBackup(database.url)
    await sweepPayments(workerCtx())
    await untilEnded()
    const treasury = (await findTreasury(workerCtx(), { chainType: 'SOLANA' }))?.address ?? ''
    expect(await solana.tokenBalance('USDC', treasury)).toBe(DOLLARS)

    await restoreFrom(backup)
    await solana.fundToken('USDC', address, MORE)
    await until(CLUSTER_ID, async () => expect(await receiptsOf(paymentId)).toHaveLength(2), WITHIN_MS)
    await sweepAll()
    expect(await solana.tokenBalance('USDC', address)).toBe(0n)
    expect(await solana.tokenBalance('USDC', treasury)).toBe(DOLLARS + MORE)
    const currency = `${CLUSTER_ID}:${solana.tokenOf('USDC').mint.toBase58()}` as const
    expect(await bookedUnits(`chain.${CLUSTER_ID}_deposits`, currency)).toBe(0n)
    expect(await bookedUnits(`chain.${CLUSTER_ID}`, currency)).toBe(-DOLLARS - MORE)
    expect(await ledgerDrift(workerCtx().db)).toEqual([])
  },
)

test('a deposit whose recovery a restored backup lacks cannot take the coins of another one', LONG, async () => {
  const { walletId, address } = await openAddress()
  const backTo = () => Keypair.generate().publicKey.toBase58()
  const [first, second] = [backTo(), backTo()]
  const tokenAddress = solana.tokenOf('cNGN').mint.toBase58()
  const arrived = (count: number) =>
    until(CLUSTER_ID, async () => expect(await arrivalsAt(walletId)).toHaveLength(count), WITHIN_MS)
  const recover = async (depositId: string, toAddress: string) => {
    const what = { chainId: CLUSTER_ID, address, tokenAddress, amount: null, reason: 'a test' }
    const input = { ...what, toAddress, depositIds: [depositId] }
    for (const operator of [anyOperator(), anyOperator()]) {
      const found = await inOperatorReading(operator, (ctx) => findRecovery(ctx, input))
      await inOperator(operator, (ctx) => recoverDeposit(ctx, { ...input, found }))
    }
    await untilEnded()
  }
  const depositIds = async () => {
    const isOpen = and(eq(paymentArrivals.walletId, walletId), eq(paymentArrivals.state, 'FOREIGN'))
    const rows = await workerCtx().db.select().from(paymentArrivals).where(isOpen).orderBy(paymentArrivals.createdAt)
    return rows.map(({ depositId }) => depositId)
  }

  await solana.fundToken('cNGN', address, MORE)
  await arrived(1)
  const [sent = ''] = await depositIds()
  const backup = await takeBackup(database.url)
  await recover(sent, first)
  expect(await solana.tokenBalance('cNGN', first)).toBe(MORE)

  await restoreFrom(backup)
  await solana.fundToken('cNGN', address, MORE)
  await arrived(2)
  const other = (await depositIds()).find((id) => id !== sent) ?? ''
  await expect(recover(sent, first)).rejects.toThrow(/Ignore the deposits that were sent/)
  const decision = { kind: 'ignore' as const, arrivalId: sent, reason: 'it went back already' }
  for (const operator of [anyOperator(), anyOperator()])
    await inOperator(operator, (ctx) => decideArrival(ctx, decision))
  await recover(other, second)
  expect(await Promise.all([first, second].map((to) => solana.tokenBalance('cNGN', to)))).toEqual([MORE, MORE])
})
