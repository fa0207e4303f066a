import { afterAll, beforeAll, expect, test } from 'vitest'
import { holderPage } from '@/schemas/tokens/holders/contract'
import { someone } from '@/server/testing/solana-world'
import { openSolanaTokenWorld, SOLANA_ASSET, type SolanaTokenWorld } from './solana-token-world.test-data'

let world: SolanaTokenWorld
beforeAll(async () => {
  world = await openSolanaTokenWorld()
})
afterAll(() => world.close())

async function holdersOf(tokenId: string) {
  const page = holderPage.parse((await world.client.get(`/v1/tokens/${tokenId}/holders`)).data)
  return { supply: page.totalSupply, holders: page.items.map(({ address, balance }) => [address, balance]) }
}

async function refused(tokenId: string, what: string, body: unknown, code: string): Promise<void> {
  const answer = await world.ask(tokenId, what, body)
  expect([what, answer.code, answer.refusal]).toEqual([what, 422, code])
  expect(answer.data).toMatchObject({ status: 'FAILED', code })
}

async function freeze(tokenId: string, address: string, frozen: boolean): Promise<void> {
  const answer = await world.client.patch(
    `/v1/tokens/${tokenId}/wallets/${address}`,
    { frozen },
    `${frozen}-${address}`,
  )
  expect((await world.ended(tokenId, answer)).status).toBe('COMPLETED')
}

test('a Token-2022 asset on the local cluster: issued, minted, moved, frozen, paused, burned', async () => {
  const token = await world.active(SOLANA_ASSET)
  const { id, contractAddress: mint } = token
  expect(token).toMatchObject({ status: 'ACTIVE', totalSupply: '0', holderCount: 0, tokenAdmin: world.admin })
  const [own, other, stranger] = [await world.ownWallet(), someone(), someone()]

  await refused(id, 'mint', { to: own, amount: '1' }, 'not_registered')
  await world.done(id, 'wallets', {
    wallets: [
      { address: own, investorId: 'first' },
      { address: other, investorId: 'second' },
    ],
  })
  expect(await world.onChain(mint, own)).toEqual({ units: 0n, isFrozen: false })
  await refused(id, 'wallets', { address: own, investorId: 'somebody else' }, 'wallet_taken')

  await world.done(id, 'mint', { to: world.admin, amount: '50' })
  const batch = await world.done(id, 'mint', {
    items: [
      { to: own, amount: '100.000001' },
      { to: stranger, amount: '1' },
      { to: other, amount: '2' },
    ],
  })
  expect(batch.items?.map(({ status, code }) => [status, code])).toEqual([
    ['COMPLETED', null],
    ['FAILED', 'not_registered'],
    ['COMPLETED', null],
  ])
  expect(await world.read(id)).toMatchObject({ totalSupply: '152.000001', holderCount: 2 })
  expect(await holdersOf(id)).toEqual({
    supply: '152.000001',
    holders: [
      [own, '100.000001'],
      [world.admin, '50'],
      [other, '2'],
    ],
  })

  await world.done(id, 'transfer', { from: own, to: other, amount: '0.000001' })
  await refused(id, 'transfer', { from: own, to: stranger, amount: '1' }, 'not_registered')
  await refused(id, 'transfer', { from: own, to: other, amount: '100.000001' }, 'insufficient_balance')
  await freeze(id, other, true)
  expect(await world.onChain(mint, other)).toEqual({ units: 2_000_001n, isFrozen: true })
  await refused(id, 'transfer', { from: own, to: other, amount: '1' }, 'frozen')
  await refused(id, 'mint', { to: other, amount: '1' }, 'frozen')
  await world.done(id, 'transfer', { from: other, to: own, amount: '1', forced: true })
  await world.done(id, 'burn', { from: other, amount: '0.5' })
  expect(await world.onChain(mint, other)).toEqual({ units: 500_001n, isFrozen: true })
  await freeze(id, other, false)
  expect(await world.onChain(mint, other)).toEqual({ units: 500_001n, isFrozen: false })

  await world.done(id, 'pause')
  expect((await world.read(id)).status).toBe('PAUSED')
  await refused(id, 'transfer', { from: own, to: other, amount: '1' }, 'paused')
  await world.done(id, 'unpause')
  expect((await world.read(id)).status).toBe('ACTIVE')

  await refused(id, 'burn', { from: other, amount: '1' }, 'insufficient_balance')
  await world.done(id, 'burn', { from: other, amount: '0.500001' })
  expect(await world.read(id)).toMatchObject({ totalSupply: '151', holderCount: 1 })
  expect(await world.supplyOf(mint)).toBe(151_000_000n)
})

test('a wallet is removed only while it is empty, and cannot hold tokens afterwards', async () => {
  const token = await world.active({ ...SOLANA_ASSET, ticker: 'REMOVE' })
  const [own, other] = [await world.ownWallet(), someone()]
  await world.done(token.id, 'wallets', {
    wallets: [
      { address: own, investorId: 'a' },
      { address: other, investorId: 'b' },
    ],
  })
  await world.done(token.id, 'mint', { to: own, amount: '1' })
  const answer = await world.client.delete(`/v1/tokens/${token.id}/wallets`, { addresses: [own, other] }, 'remove')
  const removed = await world.ended(token.id, answer)
  expect(removed.items?.map(({ status, code }) => [status, code])).toEqual([
    ['FAILED', 'wallet_holds_tokens'],
    ['COMPLETED', null],
  ])
  expect(await world.onChain(token.contractAddress, other)).toEqual({ units: 0n, isFrozen: true })
  await refused(token.id, 'transfer', { from: own, to: other, amount: '1' }, 'not_registered')
  await world.done(token.id, 'wallets', { address: other, investorId: 'c' })
  await world.done(token.id, 'transfer', { from: own, to: other, amount: '1' })
  expect(await holdersOf(token.id)).toEqual({ supply: '1', holders: [[other, '1']] })
})

test('large batches take as many transactions as they need, even with the longest name', async () => {
  const token = await world.active({ ...SOLANA_ASSET, ticker: 'LONG', name: 'é'.repeat(80), decimals: 9 })
  expect(token.name).toHaveLength(80)
  const wallets = Array.from({ length: 14 }, (_, n) => ({ address: someone(), investorId: `${n}` }))
  await world.done(token.id, 'wallets', { wallets })
  const items = wallets.map(({ address }, n) => ({ to: address, amount: `${n + 1}.000000001` }))
  const minted = await world.done(token.id, 'mint', { items })
  expect(minted.transactionIds).toHaveLength(2)
  expect(await world.read(token.id)).toMatchObject({ totalSupply: '105.000000014', holderCount: 14 })
})

test.each([
  ['maxShareholders', { maxShareholders: 5 }],
  ['maxTokensPerInvestor', { maxTokensPerInvestor: 1.5 }],
  ['lockUpDuration', { lockUpDuration: 60 }],
  ['decimals', { decimals: 10 }],
  ['name', { name: '✓'.repeat(80) }],
])('refuses %s where Token-2022 does not support it', async (field, extra) => {
  const answer = await world.issue({ ...SOLANA_ASSET, ...extra })
  expect(answer.code).toBe(400)
  expect(answer.errors?.join()).toMatch(new RegExp(`^${field}: must be`))
})
