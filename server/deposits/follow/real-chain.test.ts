import { type Address, getAddress, parseEther } from 'viem'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { depositPage } from '@/schemas/deposits/contract'
import { claimCursor } from '@/server/chains/cursor'
import { workerCtx } from '@/server/ctx'
import { inTenantWithSeed } from '@/server/testing/in-tenant-with-seed'
import { CHAIN_ID, type LocalChain, startLocalChain } from '@/server/testing/local-chain'
import { openDatabase } from '@/server/testing/open-database'
import { requireChain } from '@/server/testing/require-chain'
import { type WalletClient, walletClient } from '@/server/testing/wallet-client'
import { createWallets } from '@/server/wallets/create-wallets'
import { followDeposits, newDepositFollower } from './follow-deposits'

openDatabase()
let chain: LocalChain
let client: WalletClient
let address: Address
const follower = newDepositFollower()

beforeAll(async () => {
  chain = await startLocalChain({ confirmations: 4 })
  client = await walletClient()
  const made = await inTenantWithSeed(client.tenant, (ctx) =>
    createWallets(ctx, { chainType: 'EVM', count: 1, purpose: 'TEST' }),
  )
  address = getAddress(made[0]?.address ?? '')
})
afterAll(() => chain.stop())

async function deposits(query = '') {
  const cursor = await claimCursor(
    workerCtx(),
    { chainId: CHAIN_ID, consumer: 'deposits' },
    { owner: 'test', seconds: 30 },
  )
  if (cursor) await followDeposits(workerCtx(), await requireChain(CHAIN_ID), cursor, follower)
  const { code, data } = await client.get(`/v1/wallet/deposits${query}`)
  expect(code).toBe(200)
  return depositPage.parse(data).items
}
const within = { timeout: 60_000, interval: 100 }

test('what is sent on a real chain is seen and confirmed, coins and tokens, and nothing else', async () => {
  await chain.fundToken(address, 2_500_000n)
  const hash = await chain.rpc.sendTransaction({ to: address, value: parseEther('0.25'), chain: null })
  await vi.waitFor(async () => {
    const found = await deposits()
    expect(found.map(({ symbol, amount, stage }) => [symbol, amount, stage])).toEqual([
      ['ETH', '0.25', 'confirmed'],
      ['cNGN', '2.5', 'confirmed'],
    ])
    expect(found[0]).toMatchObject({ txHash: hash, address, chainId: CHAIN_ID, network: 'TESTNET', logIndex: null })
    expect(found[0]?.confirmations).toBeGreaterThanOrEqual(4)
  }, within)
})

test('what a rebuilt chain no longer holds is reverted', async () => {
  await chain.holdMining()
  await chain.rpc.sendTransaction({ to: address, value: 77n, chain: null })
  await chain.test.mine({ blocks: 1 })
  await vi.waitFor(async () => expect(await deposits('?stage=seen')).toHaveLength(1), within)
  await chain.rebuild(1)
  chain.resumeMining()
  await vi.waitFor(async () => expect(await deposits('?stage=reverted')).toHaveLength(1), within)
  expect(await deposits('?stage=reverted')).toMatchObject([{ amount: '0.000000000000000077', confirmations: 0 }])
})
