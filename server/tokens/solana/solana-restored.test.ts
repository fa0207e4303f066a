import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { tokenView } from '@/schemas/tokens/contract'
import { holderPage } from '@/schemas/tokens/holders/contract'
import { workerCtx } from '@/server/ctx'
import { openRestores } from '@/server/engine/recovery/restore-world.test-data'
import { someone } from '@/server/testing/solana-world'
import { watchTokens } from '@/server/tokens/follow/watch-tokens'
import { openSolanaTokenWorld, SOLANA_ASSET, type SolanaTokenWorld, solanaBond } from './solana-token-world.test-data'

/** More than a transaction can wait to be included. */
const SLOTS = 200

let world: SolanaTokenWorld
const restores = openRestores({
  get url() {
    return world.database.url
  },
})
beforeAll(async () => {
  world = await openSolanaTokenWorld()
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => world.close())

const endRecovery = () => restores.end(() => world.solana.control('advanceSlots', SLOTS))

async function holdersOf(tokenId: string) {
  const page = holderPage.parse((await world.client.get(`/v1/tokens/${tokenId}/holders`)).data)
  return Object.fromEntries(page.items.map(({ address, balance }) => [address, balance]))
}

async function untilActive(tokenId: string): Promise<void> {
  const status = async () => {
    await world.turn()
    return (await world.read(tokenId)).status
  }
  await expect.poll(status, { timeout: 60_000, interval: 50 }).toBe('ACTIVE')
}

test('a token whose issue the backup lacks is found by the repeated request, with its holders', async () => {
  const [own, other] = [await world.ownWallet(), someone()]
  const wallets = [own, other].map((address, n) => ({ address, investorId: `investor ${n}` }))
  await restores.backup()
  const keys = { issue: randomUUID(), register: randomUUID(), mint: randomUUID() }
  const issue = () => world.issue(SOLANA_ASSET, keys.issue)
  const issued = tokenView.parse((await issue()).data)
  await untilActive(issued.id)
  const register = (id: string) => world.ask(id, 'wallets', { wallets }, keys.register)
  const mint = (id: string) => world.ask(id, 'mint', { to: other, amount: '2' }, keys.mint)
  expect((await world.ended(issued.id, await register(issued.id))).status).toBe('COMPLETED')
  expect((await world.ended(issued.id, await mint(issued.id))).status).toBe('COMPLETED')

  await restores.restore()
  await endRecovery()
  const found = tokenView.parse((await issue()).data)
  expect(found.contractAddress).toBe(issued.contractAddress)
  await untilActive(found.id)
  expect(await holdersOf(found.id)).toEqual({ [other]: '2' })
  expect((await world.ended(found.id, await register(found.id))).status).toBe('COMPLETED')
  expect((await world.ended(found.id, await mint(found.id))).status).toBe('COMPLETED')
  expect(await holdersOf(found.id)).toEqual({ [other]: '2' })
  expect(await world.read(found.id)).toMatchObject({ totalSupply: '2', holderCount: 1 })
  expect(await world.supplyOf(found.contractAddress)).toBe(2_000_000n)
  expect(await watchTokens(workerCtx())).toBe(0)
})

test('a coupon that was paid after the backup is paid to nobody again, under no key', async () => {
  const holders = [someone(), someone()]
  await world.backToday()
  const bond = await world.active(solanaBond('AGAIN'))
  await world.done(bond.id, 'wallets', { wallets: holders.map((address, n) => ({ address, investorId: `${n}` })) })
  await world.done(bond.id, 'mint', { items: holders.map((to, n) => ({ to, amount: `${n + 1}` })) })
  const coupon = await world.firstCoupon(bond.id)
  await world.travelTo(`${coupon.payDate}T00:10:00Z`)
  await world.keptUntil(bond.id, 'RECORDED')
  await world.solana.fundToken('USDC', world.admin, 1_000_000_000n)
  await restores.backup()
  const key = randomUUID()
  const pay = (by: string) => world.ask(bond.id, `yield/${coupon.couponId}/pay`, {}, by)
  expect((await world.ended(bond.id, await pay(key))).status).toBe('COMPLETED')
  const paid = () => Promise.all([...holders, world.admin].map((owner) => world.solana.tokenBalance('USDC', owner)))
  const before = await paid()
  expect(before.slice(0, 2)).toEqual([1_000_000n, 2_000_000n])

  await restores.restore()
  await endRecovery()
  await world.client.signInAgain()
  for (const by of [key, randomUUID()]) {
    const answer = await pay(by)
    expect([answer.code, answer.refusal]).toEqual([503, 'recovering'])
  }
  await world.follow()
  for (const by of [key, randomUUID()]) {
    const answer = await pay(by)
    expect([answer.code, answer.refusal]).toEqual([422, 'coupon_done'])
  }
  expect(await paid()).toEqual(before)
  expect(await world.firstCoupon(bond.id)).toMatchObject({ status: 'PAID', paidTotal: '3' })
})
