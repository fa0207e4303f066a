import { afterAll, beforeAll, expect, test } from 'vitest'
import { holderPage, registeredWalletPage } from '@/schemas/tokens/holders/contract'
import { openTokenWorld, PLAIN, type TokenWorld } from '@/server/tokens/token-world.test-data'

let world: TokenWorld
beforeAll(async () => {
  world = await openTokenWorld()
})
afterAll(() => world.close())

test('a wallet registered for two investors at once belongs to the one whose registration the chain accepted', {
  timeout: 240_000,
}, async () => {
  const token = await world.active(PLAIN)
  const address = await world.newWallet()
  const ada = { address, investorId: 'ada', label: 'Ada', country: 'NG' }
  const ben = { address, investorId: 'ben', label: 'Ben', country: 'GH' }
  const asked = [await world.ask(token.id, 'wallets', ada), await world.ask(token.id, 'wallets', ben)]
  expect(asked.map(({ code }) => code)).toEqual([202, 202])
  const ends = []
  for (const answer of asked) ends.push(await world.ended(token.id, answer))
  expect(ends.map(({ status, code }) => [status, code])).toEqual([
    ['COMPLETED', null],
    ['FAILED', 'wallet_taken'],
  ])
  await world.done(token.id, 'mint', { to: address, amount: '5' })
  const wallets = registeredWalletPage.parse((await world.client.get(`/v1/tokens/${token.id}/wallets`)).data)
  expect(wallets.items).toMatchObject([{ address, investorId: 'ada', isRegistered: true }])
  expect(wallets.items[0]?.label).not.toBe('Ben')
  const holders = holderPage.parse((await world.client.get(`/v1/tokens/${token.id}/holders`)).data)
  expect(holders.items).toMatchObject([{ address, investorId: 'ada', balance: '5' }])
  expect((await world.ask(token.id, 'wallets', ben)).refusal).toBe('wallet_taken')
  // Registers the wallet again under its first investor, whose data is restored.
  await world.done(token.id, 'wallets', ada)
  const named = registeredWalletPage.parse((await world.client.get(`/v1/tokens/${token.id}/wallets`)).data)
  expect(named.items).toMatchObject([{ address, investorId: 'ada', label: 'Ada', country: 'NG' }])
})

test('a call simulated in the second of the previous operation has enough gas in a later second', {
  timeout: 240_000,
}, async () => {
  const token = await world.active({ ...PLAIN, tokenType: 'YIELD_BEARING', assetClass: 'BOND', ...(await yields()) })
  const address = await world.newWallet()
  await world.done(token.id, 'wallets', { address, investorId: 'ada' })
  // From here on the chain's time changes only on request.
  await world.chain.test.setBlockTimestampInterval({ interval: 0 })
  for (const [what, body] of [
    ['mint', { to: address, amount: '5' }],
    ['mint', { to: address, amount: '5' }],
    ['burn', { from: address, amount: '1' }],
    ['transfer', { from: address, to: token.tokenAdmin, amount: '1', forced: true }],
  ] as const) {
    const asked = await world.ask(token.id, what, body)
    await world.chain.holdMining()
    const { timestamp } = await world.chain.rpc.getBlock()
    await world.chain.test.setNextBlockTimestamp({ timestamp: timestamp + 10n })
    world.chain.resumeMining()
    expect(await world.ended(token.id, asked)).toMatchObject({ status: 'COMPLETED', error: null })
  }
})

const yields = async () => ({
  yieldParams: {
    annualRate: 10,
    couponInterval: 1,
    dayCount: '30_360',
    faceValuePerToken: 100,
    gracePeriod: 5,
    callable: false,
    firstCouponDate: await world.dayAfter(31),
    maturityDate: await world.dayAfter(400),
  },
})
