import { and, eq, sql } from 'drizzle-orm'
import { type Address, getAddress } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activityCounts } from '@/db/schema'
import { holderPage } from '@/schemas/tokens/holders/contract'
import { yieldView } from '@/schemas/tokens/payouts/contract'
import { inWorker, workerCtx } from '@/server/ctx'
import { rebuildToken } from './follow/rebuild-token'
import { openTokenWorld, type TokenWorld } from './token-world.test-data'

const INVESTORS = 50
const LONG = { timeout: 240_000 }
const MAX = 1_000

let world: TokenWorld
beforeAll(async () => {
  world = await openTokenWorld()
})
afterAll(() => world.close())

const stranger = (): Address => privateKeyToAddress(generatePrivateKey())

async function agree(tokenId: string, contractAddress: string): Promise<void> {
  const page = holderPage.parse((await world.client.get(`/v1/tokens/${tokenId}/holders?pageSize=100`)).data)
  let sum = 0n
  for (const { address, balance } of page.items) {
    const units = await world.onChain(contractAddress, getAddress(address))
    expect(balance).toBe(toWhole(units))
    sum += units
  }
  expect(sum).toBe(await world.supplyOf(contractAddress))
  expect(page.totalSupply).toBe(toWhole(sum))
}

function toWhole(units: bigint): string {
  const [whole, rest] = [units / 10n ** 8n, units % 10n ** 8n]
  const decimals = rest.toString().padStart(8, '0').replace(/0+$/, '')
  return decimals === '' ? String(whole) : `${whole}.${decimals}`
}

test('the life of a bond: issued, held by fifty, paid three times, called', LONG, async () => {
  const bond = await world.active({
    ticker: 'ACME28',
    name: 'Acme 12.5 % 2028',
    price: 100,
    chain: 'BASE',
    decimals: 8,
    assetClass: 'BOND',
    tokenType: 'YIELD_BEARING',
    maxShareholders: INVESTORS,
    maxTokensPerInvestor: MAX,
    yieldParams: {
      annualRate: 12.5,
      firstCouponDate: await world.dayAfter(90),
      maturityDate: await world.dayAfter(900),
      couponInterval: 3,
      dayCount: 'ACT_365',
      faceValuePerToken: 100,
      gracePeriod: 5,
      callable: true,
      callDate: await world.dayAfter(200),
    },
  })
  expect(bond).toMatchObject({ status: 'ACTIVE', totalSupply: '0', holderCount: 0 })
  const holders = [await world.newWallet(), ...Array.from({ length: INVESTORS - 1 }, stranger)]
  const wallets = holders.map((address, n) => ({ address, investorId: `investor-${n}` }))
  const registered = await world.done(bond.id, 'wallets', { wallets })
  expect(registered.items?.filter(({ status }) => status === 'COMPLETED')).toHaveLength(INVESTORS)
  const items = holders.map((to, n) => ({ to, amount: n === 0 ? '900.00000001' : `${n}.12345678` }))
  const minted = await world.done(bond.id, 'mint', { items })
  expect(minted.items?.every(({ status }) => status === 'COMPLETED')).toBe(true)
  await world.done(bond.id, 'mint', { to: world.admin, amount: '500' })
  await agree(bond.id, bond.contractAddress)
  const [own = stranger(), other = stranger()] = holders

  const refused = async (what: string, body: unknown, code: string) => {
    const answer = await world.ask(bond.id, what, body)
    expect([answer.code, answer.refusal]).toEqual([422, code])
    expect(answer.data).toMatchObject({ status: 'FAILED', code })
  }
  await refused('transfer', { from: own, to: stranger(), amount: '1' }, 'not_registered')
  await refused('transfer', { from: own, to: other, amount: '900.00000002' }, 'insufficient_balance')
  await refused('mint', { to: own, amount: '100' }, 'investor_limit')
  await world.done(bond.id, 'wallets', { address: stranger(), investorId: 'one-too-many' })
  const extra = holders.at(-1) ?? stranger()
  const late = stranger()
  await world.done(bond.id, 'wallets', { address: late, investorId: 'late' })
  await refused('mint', { to: late, amount: '1' }, 'holder_limit')
  await refused('transfer', { from: own, to: late, amount: '1' }, 'holder_limit')
  await refused('mint', { to: world.admin, amount: (2n ** 128n / 10n ** 8n).toString() }, 'supply_limit')
  const frozen = await world.client.patch(`/v1/tokens/${bond.id}/wallets/${other}`, { frozen: true }, 'freeze')
  expect((await world.ended(bond.id, frozen)).status).toBe('COMPLETED')
  await refused('transfer', { from: own, to: other, amount: '1' }, 'frozen')
  const thawed = await world.client.patch(`/v1/tokens/${bond.id}/wallets/${other}`, { frozen: false }, 'thaw')
  expect((await world.ended(bond.id, thawed)).status).toBe('COMPLETED')
  await world.done(bond.id, 'pause')
  expect((await world.read(bond.id)).status).toBe('PAUSED')
  await refused('transfer', { from: own, to: other, amount: '1' }, 'paused')
  await world.done(bond.id, 'unpause')
  // Holds exactly the maximum.
  await world.done(bond.id, 'transfer', { from: own, to: extra, amount: '50' })
  await world.done(bond.id, 'transfer', { from: other, to: own, amount: '0.5', forced: true })
  await world.done(bond.id, 'burn', { from: extra, amount: '1' })
  await agree(bond.id, bond.contractAddress)

  const coupons = async () => yieldView.parse((await world.client.get(`/v1/tokens/${bond.id}/yield`)).data).coupons
  const [first, second, third] = await coupons()
  if (!first || !second || !third) throw new Error('the bond has three coupons')
  expect((await world.ask(bond.id, `yield/${first.couponId}/pay`)).refusal).toBe('coupon_not_due')
  expect((await world.ask(bond.id, 'call')).refusal).toBe('not_callable')
  for (const coupon of [first, second, third]) {
    await world.travelTo(coupon.payDate)
    await world.client.signInAgain()
    await world.keep()
    expect((await coupons()).find(({ index }) => index === coupon.index)?.status).toBe('RECORDED')
    if (coupon === first) {
      const short = await world.ask(bond.id, `yield/${coupon.couponId}/pay`)
      expect([short.code, short.refusal]).toEqual([422, 'insufficient_funds'])
      await world.fund(world.admin, 1_000_000_000_000n)
    }
    const before = new Map<Address, bigint>()
    for (const holder of holders) before.set(holder, await world.paidTo(holder))
    await world.done(bond.id, `yield/${coupon.couponId}/pay`)
    const paid = (await coupons()).find(({ index }) => index === coupon.index)
    expect(paid?.status).toBe('PAID')
    const { numerator, denominator } = coupon.dayCountFraction
    for (const holder of holders) {
      const units = await world.onChain(bond.contractAddress, holder)
      // 100 tokens of 6 decimals for each of 8 decimals, at 12.5 % per year, rounded down once.
      const owed = (units * 125n * BigInt(numerator)) / (1_000n * BigInt(denominator))
      expect((await world.paidTo(holder)) - (before.get(holder) ?? 0n)).toBe(owed)
    }
    expect((await world.ask(bond.id, `yield/${coupon.couponId}/pay`)).refusal).toBe('coupon_done')
  }

  const known = await coupons()
  await inWorker(({ db, now }) => rebuildToken(db, bond.id, now()))
  expect(await coupons()).toEqual(known)
  await agree(bond.id, bond.contractAddress)

  await world.travelTo(await world.dayAfter(10))
  await world.client.signInAgain()
  const called = await world.done(bond.id, 'call')
  expect(called.kind).toBe('CALL')
  expect(await world.read(bond.id)).toMatchObject({ status: 'REDEEMED', totalSupply: '0', holderCount: 0 })
  expect(await world.supplyOf(bond.contractAddress)).toBe(0n)
  expect((await coupons()).slice(3).every(({ status }) => status === 'CANCELED')).toBe(true)
  // The remainder of rounding went back to the tokenAdmin; nothing stays in the contract.
  expect(await world.paidTo(getAddress(bond.contractAddress))).toBe(0n)
  expect((await world.ask(bond.id, 'mint', { to: own, amount: '1' })).refusal).toBe('token_not_active')
  // One holder is a wallet of the business. The payment token has 6 decimals and costs one dollar.
  const left = await Promise.all(holders.slice(1).map((holder) => world.paidTo(holder)))
  expect(await paidOutMicros(world.client.businessId)).toBe(left.reduce((sum, units) => sum + units, 0n))
})

async function paidOutMicros(businessId: string): Promise<bigint> {
  const paid = and(eq(activityCounts.businessId, businessId), eq(activityCounts.series, 'payout'))
  const [counted] = await workerCtx()
    .db.select({ micros: sql<string>`sum(${activityCounts.usdMicros})::text` })
    .from(activityCounts)
    .where(paid)
  return BigInt(counted?.micros ?? '0')
}
