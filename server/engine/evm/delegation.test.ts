import { and, eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { encodeAbiParameters, getAddress, keccak256 } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chains, transactions } from '@/db/schema'
import { delegateAddress } from '@/server/chains/evm/delegate'
import { forgetChains } from '@/server/chains/registry'
import { inOperator, inOperatorReading, workerCtx } from '@/server/ctx'
import { enableDelegate, readDelegateSites } from '@/server/platform/enable-delegate'
import { listPlatformWallets } from '@/server/platform/gas-wallet'
import { asHash, type EngineWorld, openEngineWorld, RECIPIENT } from '@/server/testing/engine-world'
import { CHAIN_ID } from '@/server/testing/local-chain'

let world: EngineWorld

beforeAll(async () => {
  world = await openEngineWorld()
  for (const { address } of await listPlatformWallets(workerCtx()))
    await world.chain.test.setBalance({ address: `0x${address.slice(2)}`, value: 10n ** 21n })
  await world.setChain({ gasStrategy: 'delegation', laneWindow: 16 })
})
afterAll(() => world.close())

const statuses = async (ids: string[]) => (await Promise.all(ids.map(world.read))).map(({ status }) => status)

const operator = { actor: { type: 'user', id: v7(), name: 'Ope' }, requestId: v7() } as const
const enable = async () => {
  const sites = await inOperatorReading(operator, (ctx) => readDelegateSites(ctx, { chainId: CHAIN_ID }))
  return inOperator(operator, (ctx) => enableDelegate(ctx, sites))
}

test('an operator deploys the delegate contract to a chain; until then wallets send their own transactions', async () => {
  const wallet = await world.newWallet(10_000_000n)
  const early = await world.transfer(wallet.address, '1')
  expect(await Promise.all([enable(), enable(), enable()])).toEqual(['deploying', 'deploying', 'deploying'])
  expect(await workerCtx().db.$count(transactions, eq(transactions.type, 'DEPLOY'))).toBe(1)
  await world.runEngine()
  expect(await world.rowOf(early.id)).toMatchObject({ status: 'COMPLETED', senderAddress: wallet.address })
  expect(await enable()).toBe('enabled')
  forgetChains()
  const [row] = await workerCtx().db.select().from(chains).where(eq(chains.chainId, CHAIN_ID))
  expect(row?.delegateAddress).toBe(delegateAddress())
})

test('relayers send many transfers of a wallet without gas at once, each exactly once', async () => {
  const wallet = await world.newWallet(100_000_000n)
  const before = await world.chain.tokenBalance(RECIPIENT)
  const sent = await Promise.all(Array.from({ length: 40 }, () => world.transfer(wallet.address, '0.5')))
  await world.runEngine()
  const ids = sent.map(({ id }) => id)
  expect(await statuses(ids)).toEqual(ids.map(() => 'COMPLETED'))
  expect((await world.chain.tokenBalance(RECIPIENT)) - before).toBe(40n * 500_000n)
  const rows = await Promise.all(ids.map(world.rowOf))
  const relayers = (await listPlatformWallets(workerCtx())).filter(({ purpose }) => purpose === 'RELAYER')
  expect(new Set(rows.map((row) => row.senderAddress))).toEqual(new Set(relayers.map(({ address }) => address)))
  const [delegation, ...more] = await workerCtx()
    .db.select()
    .from(transactions)
    .where(and(eq(transactions.chainId, CHAIN_ID), eq(transactions.toAddress, wallet.address)))
  expect(delegation).toMatchObject({ type: 'DELEGATE', status: 'COMPLETED', signerType: 'PLATFORM' })
  expect(more).toEqual([])
  expect(await world.chain.rpc.getBalance({ address: `0x${wallet.address.slice(2)}` })).toBe(0n)
})

test('moves native coins to the last unit, because the owner does not pay gas', async () => {
  const wallet = await world.newWallet()
  await world.chain.test.setBalance({ address: `0x${wallet.address.slice(2)}`, value: 10n ** 18n })
  const { id } = await world.transfer(wallet.address, '1', { cNGN: false })
  await world.runEngine()
  expect((await world.read(id)).status).toBe('COMPLETED')
  expect(await world.chain.rpc.getBalance({ address: `0x${wallet.address.slice(2)}` })).toBe(0n)
})

test('a transfer of more than the wallet owns fails before a relayer pays for it', async () => {
  const wallet = await world.newWallet(1_000_000n)
  const enough = await world.transfer(wallet.address, '1')
  const tooMuch = await world.transfer(wallet.address, '1')
  await world.runEngine()
  await world.runEngine()
  expect((await world.read(enough.id)).status).toBe('COMPLETED')
  expect(await world.read(tooMuch.id)).toMatchObject({
    status: 'FAILED',
    attempts: 0,
    error: 'The wallet holds less of the token than the transfer moves: 1 cNGN needed, 0 cNGN available',
  })
})

test('a call that reverts inside a relayer’s transaction fails with its reason, although that is mined', async () => {
  const wallet = await world.newWallet(3_000_000n)
  const first = await world.transfer(wallet.address, '1')
  await world.runEngine()
  expect((await world.read(first.id)).status).toBe('COMPLETED')
  await world.chain.holdMining()
  const { id } = await world.transfer(wallet.address, '2')
  const run = world.runEngine()
  await expect.poll(async () => (await world.read(id)).stage).toBe('broadcast')
  await emptyOfTokens(wallet.address)
  world.chain.resumeMining()
  await run
  const failed = await world.rowOf(id)
  expect(failed).toMatchObject({ status: 'FAILED', receiptSucceeded: false })
  expect(failed.error).toMatch(/^The transaction reverted with ERC20InsufficientBalance: .* holds 0 units of the token/)
  const { status } = await world.chain.rpc.getTransactionReceipt({ hash: asHash(failed.txHash) })
  expect(status).toBe('success')
})

/** Empties the wallet without a transaction: the token keeps balances in its first storage slot. */
async function emptyOfTokens(address: string): Promise<void> {
  const index = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [getAddress(address), 0n]))
  await world.chain.test.setStorageAt({ address: world.chain.cngn.address, index, value: `0x${'0'.repeat(64)}` })
}

test('the next transfer of a wallet with an older delegate delegates it to the newest one', async () => {
  const wallet = await world.newWallet(10_000_000n)
  const address = getAddress(wallet.address)
  const former = '0x53A38eaA1a8ffa7DE8DF98fe8e7f8adEFA68F19E'
  const code = async () => (await world.chain.rpc.getCode({ address }))?.toLowerCase()
  const newest = await world.chain.rpc.getCode({ address: delegateAddress() })
  await world.chain.test.setCode({ address: former, bytecode: newest ?? '0x' })

  await world.setChain({ delegateAddress: former })
  const first = await world.transfer(wallet.address, '1')
  await world.runUntilEnded(first.id)
  expect(await code()).toBe(`0xef0100${former.slice(2).toLowerCase()}`)

  expect(await enable()).toBe('enabled')
  forgetChains()
  const sent = [await world.transfer(wallet.address, '1'), await world.transfer(wallet.address, '1')]
  const ids = sent.map(({ id }) => id)
  await world.runUntilEnded(...ids)
  expect(await statuses([first.id, ...ids])).toEqual(['COMPLETED', 'COMPLETED', 'COMPLETED'])
  expect(await code()).toBe(`0xef0100${delegateAddress().slice(2).toLowerCase()}`)
  const delegations = and(eq(transactions.toAddress, wallet.address), eq(transactions.type, 'DELEGATE'))
  expect(await workerCtx().db.$count(transactions, delegations)).toBe(2)
})
