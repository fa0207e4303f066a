import { and, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { chainCursors } from '@/db/schema'
import { operationView } from '@/schemas/tokens/operations/contract'
import { workerCtx } from '@/server/ctx'
import { CLUSTER_ID, runEngine } from '@/server/testing/local-solana'
import { someone } from '@/server/testing/solana-world'
import { addDays } from '@/server/tokens/coupons/plain-date'
import { applyTokenDates } from '@/server/tokens/payouts/apply-token-dates'
import { openSolanaTokenWorld, type SolanaTokenWorld, solanaBond } from './solana-token-world.test-data'

/** The grace period of `solanaBond`. */
const GRACE_DAYS = 5

let world: SolanaTokenWorld
beforeAll(async () => {
  world = await openSolanaTokenWorld()
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => world.close())

type Operation = Parameters<SolanaTokenWorld['ask']>

/** Sends an operation and waits until it is final, without letting the index read. */
async function doUnseen(...operation: Operation) {
  const answer = await world.ask(...operation)
  const [id] = operationView.parse(answer.data).transactionIds
  const statusOf = async () => {
    await runEngine()
    return (await world.client.get(`/v1/wallet/transaction/${id}`)).data
  }
  await expect.poll(statusOf, { timeout: 60_000, interval: 50 }).toMatchObject({ status: 'COMPLETED' })
  return answer
}
const moveUnseen = (tokenId: string, from: string, to: string) =>
  doUnseen(tokenId, 'transfer', { from, to, amount: '10', forced: true })

test('holders at the record time are paid even if the index reads only after their tokens moved on', async () => {
  const [before, then] = [someone(), someone()]
  const bond = await world.active(solanaBond('TIME'))
  await world.done(bond.id, 'wallets', {
    wallets: [
      { address: before, investorId: 'a' },
      { address: then, investorId: 'b' },
    ],
  })
  await world.done(bond.id, 'mint', { to: before, amount: '10' })
  await world.solana.fundToken('USDC', world.admin, 1_000_000_000n)
  const coupon = await world.firstCoupon(bond.id)

  await world.travelTo(`${coupon.recordDate}T23:30:00Z`)
  await moveUnseen(bond.id, before, then)
  await world.travelTo(`${coupon.payDate}T00:10:00Z`)
  // The index does not know the holders at the record time yet.
  const early = await world.ask(bond.id, `yield/${coupon.couponId}/pay`)
  expect([early.code, early.refusal]).toEqual([503, 'unavailable'])
  const back = await moveUnseen(bond.id, then, before)
  expect((await world.ended(bond.id, back)).status).toBe('COMPLETED')
  await world.keptUntil(bond.id, 'RECORDED')

  const { numerator, denominator } = coupon.dayCountFraction
  const owed = (10n * 100_000_000n * 12n * BigInt(numerator)) / (100n * BigInt(denominator))
  await world.done(bond.id, `yield/${coupon.couponId}/pay`)
  expect(await world.solana.tokenBalance('USDC', then)).toBe(owed)
  expect(await world.solana.tokenBalance('USDC', before)).toBe(0n)
  expect((await world.firstCoupon(bond.id)).status).toBe('PAID')
  expect(await world.onChain(bond.contractAddress, before)).toEqual({ units: 10_000_000n, isFrozen: false })
})

test('a coupon whose holders are not read yet is not closed as one without holders', async () => {
  await world.backToday()
  const holder = someone()
  const bond = await world.active(solanaBond('LATE'))
  await world.done(bond.id, 'wallets', { wallets: [{ address: holder, investorId: 'a' }] })
  const coupon = await world.firstCoupon(bond.id)
  const minted = await doUnseen(bond.id, 'mint', { to: holder, amount: '10' })
  await world.travelTo(`${addDays(coupon.payDate, GRACE_DAYS + 1)}T00:10:00Z`)
  // The reads of another token moved the cursor of the cluster past the grace period.
  const blockNumber = BigInt(await world.solana.connection.getSlot('finalized'))
  const isTokens = and(eq(chainCursors.chainId, CLUSTER_ID), eq(chainCursors.consumer, 'tokens'))
  const { db } = workerCtx()
  await db.update(chainCursors).set({ blockNumber }).where(isTokens)
  await applyTokenDates(workerCtx())
  await applyTokenDates(workerCtx())
  expect((await world.firstCoupon(bond.id)).status).toBe('DEFAULTED')
  expect((await world.ended(bond.id, minted)).status).toBe('COMPLETED')
  await world.solana.fundToken('USDC', world.admin, 1_000_000_000n)
  await world.done(bond.id, `yield/${coupon.couponId}/pay`)
  expect((await world.firstCoupon(bond.id)).status).toBe('PAID')
  expect(await world.solana.tokenBalance('USDC', holder)).toBeGreaterThan(0n)
})
