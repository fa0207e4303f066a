import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transactionView } from '@/schemas/transactions/contract'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { openTokenWorld, PLAIN, type TokenWorld } from './token-world.test-data'

let world: TokenWorld
beforeAll(async () => {
  world = await openTokenWorld()
})
afterAll(() => world.close())

/** Transfers the token like any token of a wallet. */
async function sent(tokenAddress: string, { from, to, amount }: { from: string; to: string; amount: string }) {
  const body = { chainType: 'EVM', chainId: CHAIN_ID, fromAddress: from, toAddress: to, amount, tokenAddress }
  const answer = await world.client.post('/v1/wallet/transaction', body, randomUUID())
  expect(answer).toMatchObject({ code: 202 })
  const { id } = transactionView.parse(answer.data)
  const read = async () => {
    await world.turn()
    return transactionView.parse((await world.client.get(`/v1/wallet/transaction/${id}`)).data)
  }
  await expect.poll(async () => (await read()).status, { timeout: 60_000, interval: 50 }).not.toBe('PENDING')
  return read()
}

test('an investor’s own wallet transfers its tokens like any other, within the limits of the asset', {
  timeout: 240_000,
}, async () => {
  const days = { firstCouponDate: await world.dayAfter(31), maturityDate: await world.dayAfter(400) }
  const terms = { annualRate: 10, couponInterval: 1, dayCount: '30_360', faceValuePerToken: 100, gracePeriod: 5 }
  const yieldParams = { ...terms, ...days, callable: false }
  const bond = await world.active({ ...PLAIN, assetClass: 'BOND', tokenType: 'YIELD_BEARING', yieldParams })
  const [ada, ben, stranger] = [await world.newWallet(), await world.newWallet(), await world.newWallet()]
  await world.done(bond.id, 'wallets', {
    wallets: [ada, ben].map((address, n) => ({ address, investorId: `${n}` })),
  })
  await world.done(bond.id, 'mint', { to: ada, amount: '10' })
  expect(await sent(bond.contractAddress, { from: ada, to: ben, amount: '4' })).toMatchObject({ status: 'COMPLETED' })
  const refused = await sent(bond.contractAddress, { from: ada, to: stranger, amount: '4' })
  expect(refused.status).toBe('FAILED')
  expect(refused.error).toContain('NotRegistered')
  expect(await world.onChain(bond.contractAddress, ada)).toBe(6_000_000n)
  expect(await world.onChain(bond.contractAddress, ben)).toBe(4_000_000n)
})
