import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { CLUSTER_ID, runPump } from '@/server/testing/local-solana'
import { requireChain } from '@/server/testing/require-chain'
import { someone } from '@/server/testing/solana-world'
import { readChainDay } from '../chain-day'
import { operationView } from '../operations/contract'
import { yieldView } from '../payouts/contract'
import { openSolanaTokenWorld, SOLANA_ASSET, type SolanaTokenWorld } from './solana-token-world.test-data'

const DAY_MS = 86_400_000

let world: SolanaTokenWorld
beforeAll(async () => {
  world = await openSolanaTokenWorld()
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => world.close())

const dayAfter = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

async function travelTo(moment: string): Promise<void> {
  const now = Date.parse(moment)
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true, now })
  await world.client.signInAgain()
  const isThere = async () => (await readChainDay(await requireChain(CLUSTER_ID))).seconds * 1_000 >= now
  await expect.poll(isThere, { timeout: 60_000, interval: 50 }).toBe(true)
}

test('who held at the record time is paid, also where nobody looked until what they held had moved on', async () => {
  const [before, then] = [someone(), someone()]
  const bond = await world.active({
    ...SOLANA_ASSET,
    ticker: 'TIME',
    assetClass: 'BOND',
    tokenType: 'YIELD_BEARING',
    yieldParams: {
      annualRate: 12,
      firstCouponDate: dayAfter(31),
      maturityDate: dayAfter(62),
      couponInterval: 1,
      dayCount: '30E_360',
      faceValuePerToken: 100,
      gracePeriod: 5,
      callable: false,
    },
  })
  await world.done(bond.id, 'wallets', {
    wallets: [
      { address: before, investorId: 'a' },
      { address: then, investorId: 'b' },
    ],
  })
  await world.done(bond.id, 'mint', { to: before, amount: '10' })
  await world.solana.fundToken('USDC', world.admin, 1_000_000_000n)
  const coupons = async () => yieldView.parse((await world.client.get(`/v1/tokens/${bond.id}/yield`)).data).coupons
  const [coupon] = await coupons()
  if (!coupon) throw new Error('the bond has a coupon')

  /** Sent and final; nobody reads the accounts. */
  async function moveUnseen(from: string, to: string) {
    const answer = await world.ask(bond.id, 'transfer', { from, to, amount: '10', forced: true })
    const [id] = operationView.parse(answer.data).transactionIds
    const statusOf = async () => {
      await runPump()
      return (await world.client.get(`/v1/wallet/transaction/${id}`)).data
    }
    await expect.poll(statusOf, { timeout: 60_000, interval: 50 }).toMatchObject({ status: 'COMPLETED' })
    return answer
  }
  await travelTo(`${coupon.recordDate}T23:30:00Z`)
  await moveUnseen(before, then)
  await travelTo(`${coupon.payDate}T00:10:00Z`)
  const back = await moveUnseen(then, before)
  expect((await world.ended(bond.id, back)).status).toBe('COMPLETED')
  const statusThen = async () => {
    await world.keep()
    return (await coupons())[0]?.status
  }
  await expect.poll(statusThen, { timeout: 30_000, interval: 50 }).toBe('RECORDED')

  const { numerator, denominator } = coupon.dayCountFraction
  const owed = (10n * 100_000_000n * 12n * BigInt(numerator)) / (100n * BigInt(denominator))
  await world.done(bond.id, `yield/${coupon.couponId}/pay`)
  expect(await world.solana.tokenBalance('USDC', then)).toBe(owed)
  expect(await world.solana.tokenBalance('USDC', before)).toBe(0n)
  expect((await coupons())[0]?.status).toBe('PAID')
  expect(await world.onChain(bond.contractAddress, before)).toEqual({ units: 10_000_000n, isFrozen: false })
})
