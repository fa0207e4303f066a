import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { and, eq } from 'drizzle-orm'
import { type Address, createTestClient, http } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLog, chains, proposals, transactions } from '@/db/schema'
import { type RunningAnvil, startAnvil } from '@/dev/chains/anvil'
import { findFreePort } from '@/dev/free-port'
import type { ChainDetail } from '@/schemas/chains/settings/contract'
import { startStubNode } from '@/server/chains/testing/stub-node'
import { workerCtx } from '@/server/ctx'
import { listenForChanges } from '@/server/database/listen-for-changes'
import { runEvmEngine } from '@/server/engine/evm/run-evm-engine'
import { findDueChains } from '@/server/engine/run-engine'
import { type EngineWorld, openEngineWorld, transferOf } from '@/server/testing/engine-world'
import { first } from '@/server/testing/first'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { newOperator, type Operator } from '@/server/testing/operator-calls'

let world: EngineWorld
let stopListening: () => Promise<void>
let asking: Operator
let agreeing: Operator
let anvil: RunningAnvil | undefined

/** A chain that is not here, started when it is first asked for. */
async function newChain(): Promise<RunningAnvil> {
  const logFile = path.join(mkdtempSync(path.join(tmpdir(), 'slipway-anvil-')), 'anvil.log')
  anvil ??= await startAnvil({ chainId: 777_001, port: await findFreePort(), logFile })
  return anvil
}

beforeAll(async () => {
  world = await openEngineWorld()
  stopListening = await listenForChanges()
  asking = await newOperator()
  agreeing = await newOperator()
})
afterAll(async () => {
  await stopListening()
  await anvil?.stop()
  await world.close()
})

/** A node of a chain without tags and without contracts. */
const NODE = {
  eth_getBlockByNumber: ([at]: unknown[]) =>
    at === 'safe' || at === 'finalized' ? null : { number: '0x64', timestamp: '0x64', baseFeePerGas: '0x1' },
  eth_gasPrice: () => '0x2',
  eth_getCode: () => '0x',
}

const settings = async (chainId = CHAIN_ID) => (await asking.ask<ChainDetail>('chains.get', { chainId })).settings
/** All settings as the form sends them. */
async function update(change: Record<string, unknown>, chainId = CHAIN_ID) {
  const { confirmations, bumpAfterBlocks, blockTimeMs, laneWindow, ...rest } = await settings(chainId)
  const numbers = { confirmations, bumpAfterBlocks, blockTimeMs, laneWindow }
  const typed = Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, String(value)]))
  return asking.mutate('chains.update', { chainId, ...rest, ...typed, ...change })
}
const waiting = () => workerCtx().db.select().from(proposals).where(eq(proposals.state, 'OPEN'))
const auditOf = (action: string) =>
  workerCtx()
    .db.select()
    .from(auditLog)
    .where(and(eq(auditLog.action, action), eq(auditLog.target, String(CHAIN_ID))))

test('more confirmations count at once, for the engine too; fewer wait for a second person', async () => {
  expect(await update({ confirmations: '4', name: 'Base test' })).toEqual({ state: 'done' })
  const wallet = await world.newWallet(5_000_000n)
  const { id } = await world.transfer(wallet.address, '1')
  await world.runUntilEnded(id)
  const { confirmations } = await world.read(id)
  expect(confirmations).toBeGreaterThanOrEqual(4)

  expect(await update({ confirmations: '1' })).toEqual({ state: 'proposed' })
  expect((await settings()).confirmations).toBe(4)
  const { id: proposalId } = first(await waiting())
  await expect(asking.mutate('proposals.approve', { proposalId })).rejects.toThrow('Another person has to approve')
  expect(await agreeing.ask('proposals.list', { page: 1 })).toMatchObject({
    items: [{ what: 'Change Base test', reason: 'Confirmations: 4 → 1' }],
  })
  await agreeing.mutate('proposals.approve', { proposalId })
  expect((await settings()).confirmations).toBe(1)
  expect(await auditOf('chain.changed')).toMatchObject([
    { detail: { before: { confirmations: 1 }, after: { confirmations: 4, name: 'Base test' } } },
    { detail: { before: { confirmations: 4 }, after: { confirmations: 1 } } },
  ])
})

test.each([
  ['a higher fee cap', { feeCap: '2001' }],
  ['another gas policy', { gasPolicy: 'debited' }],
  ['a weaker finality', { finality: 'safe' }],
])('%s waits for a second person', async (_, change) => {
  const before = await settings()
  expect(await update(change)).toEqual({ state: 'proposed' })
  expect(await settings()).toEqual(before)
  await agreeing.mutate('proposals.drop', { proposalId: first(await waiting()).id })
})

test('a lower cap, stronger finality and a slower pace count at once', async () => {
  const change = { feeCap: '1500.5', finality: 'finalized', blockTimeMs: '200', bumpAfterBlocks: '5', laneWindow: '32' }
  expect(await update(change)).toEqual({ state: 'done' })
  const [row] = await workerCtx().db.select().from(chains).where(eq(chains.chainId, CHAIN_ID))
  expect(row).toMatchObject({ maxFeePerGasCap: 1_500_500_000_000n, finality: 'finalized', laneWindow: 32 })
  await world.setChain({ finality: 'depth' })
})

test.each([
  ['nothing new', {}, 'nothing differs from how it is'],
  ['fees of a first layer on a chain that has none', { l1Fee: 'op-stack' }, 'the chain has no oracle of layer 1 fees'],
  ['a cap below the base fee', { feeCap: '0.000000001' }, 'is below the base fee'],
  ['no cap', { feeCap: '0' }, 'must be greater than zero'],
  ['no confirmation', { confirmations: '0' }, 'Enter at least 1'],
  ['half a block', { confirmations: '1.5' }, 'Enter a whole number'],
  ['an explorer that is no address', { explorerUrl: 'javascript:alert(1)' }, 'Enter an address'],
])('refuses %s, and changes nothing', async (_, change, problem) => {
  const before = await settings()
  await expect(update(change)).rejects.toThrow(problem)
  expect(await settings()).toEqual(before)
  expect(await waiting()).toEqual([])
})

test('what has changed since it was proposed is not done', async () => {
  expect(await update({ feeCap: '1700', name: 'Base once more' })).toEqual({ state: 'proposed' })
  expect(await update({ name: 'Base by another' })).toEqual({ state: 'done' })
  const { id: proposalId } = first(await waiting())
  await expect(agreeing.mutate('proposals.approve', { proposalId })).rejects.toThrow(
    'Name has changed meanwhile: it is Base by another now',
  )
  expect((await settings()).feeCap).toBe('1500.5')
  await agreeing.mutate('proposals.drop', { proposalId })
})

const NEW_CHAIN = {
  ...{ code: 'NEWC', network: 'TESTNET', nativeSymbol: 'NEW', name: 'New chain', explorerUrl: 'https://scan.example/' },
  ...{ confirmations: '2', finality: 'depth', gasPolicy: 'sponsored', feeCap: '100', l1Fee: 'none' },
  ...{ bumpAfterBlocks: '3', blockTimeMs: '100', laneWindow: '16' },
}

test('a chain is added by its endpoint alone, and a transfer on it ends while everything goes on running', async () => {
  const anvil = await newChain()
  const { chainId } = anvil
  const client = createTestClient({ mode: 'anvil', transport: http(anvil.rpcUrl) })
  expect(await asking.mutate('chains.probe', { url: anvil.rpcUrl })).toMatchObject({ facts: { chainId }, known: null })
  expect(await asking.mutate('chains.add', { ...NEW_CHAIN, url: anvil.rpcUrl })).toEqual({ chainId, state: 'done' })
  await expect(asking.mutate('chains.probe', { url: anvil.rpcUrl })).rejects.toThrow('serves New chain, which is here')
  const wallet = await world.newWallet()
  for (const address of [wallet.address, world.chain.gasWallet])
    await client.setBalance({ address: address as Address, value: 10n ** 18n })
  const { id } = await transferOf(world.tenant, {
    ...{ fromAddress: wallet.address, amount: '0.25', cNGN: false, chainId },
  })
  expect(await findDueChains(workerCtx())).toContainEqual({ chainId })
  await client.setIntervalMining({ interval: 1 })
  while ((await world.rowOf(id)).status === 'PENDING') await runEvmEngine(workerCtx(), chainId)
  expect(await world.read(id)).toMatchObject({ status: 'COMPLETED', chainId })
})

test('the gas wallet puts the asset factory on it, once', async () => {
  const { chainId } = await newChain()
  const add = () => asking.mutate('platform.addAssetFactory', { chainId })
  expect(await Promise.all([add(), add()])).toEqual(['deploying', 'deploying'])
  const deployments = () =>
    workerCtx()
      .db.select()
      .from(transactions)
      .where(and(eq(transactions.chainId, chainId), eq(transactions.type, 'DEPLOY')))
  const { id, gasLimit } = first(await deployments())
  while ((await world.rowOf(id)).status === 'PENDING') await runEvmEngine(workerCtx(), chainId)
  const done = await world.rowOf(id)
  expect(done).toMatchObject({ status: 'COMPLETED', stage: 'final' })
  expect(Number(done.gasUsed)).toBeLessThan(Number(gasLimit) * 0.9)
  expect(await add()).toBe('enabled')
  expect(await deployments()).toHaveLength(1)
  expect(await asking.ask('chains.readFacts', { chainId })).toMatchObject({ contracts: { assetFactory: true } })
})

test('a mainnet serves once a second person agreed; a testnet is never taken for one', async () => {
  const node = await startStubNode({ chainId: 777_002, methods: NODE })
  const mainnet = { ...NEW_CHAIN, code: 'MAIN', network: 'MAINNET', url: node.url }
  try {
    expect(await asking.mutate('chains.add', mainnet)).toEqual({ chainId: 777_002, state: 'proposed' })
    expect((await settings(777_002)).isActive).toBe(false)
    await agreeing.mutate('proposals.approve', { proposalId: first(await waiting()).id })
    expect((await settings(777_002)).isActive).toBe(true)
    expect(await update({ isActive: false }, 777_002)).toEqual({ state: 'done' })
    // Base Sepolia's neighbour, which everybody knows as a testnet.
    node.chainId = 421_614
    const probed = await asking.mutate('chains.probe', { url: node.url })
    expect(probed).toMatchObject({ known: { nativeSymbol: 'ETH', network: 'TESTNET' } })
    await expect(asking.mutate('chains.add', { ...mainnet, code: 'ARB' })).rejects.toThrow(
      'Arbitrum Sepolia is a test network',
    )
  } finally {
    await node.close()
  }
})

test('an endpoint that does not answer, or answers for a chain that is here, adds nothing', async () => {
  const before = await workerCtx().db.select().from(chains)
  const node = await startStubNode({ chainId: 777_003, methods: NODE })
  const add = (change: object) => asking.mutate('chains.add', { ...NEW_CHAIN, code: 'LATE', url: node.url, ...change })
  try {
    await expect(add({ url: 'http://127.0.0.1:9/secret-key' })).rejects.toThrow(
      'url: does not answer as a node: 127.0.0.1:9 is out of reach',
    )
    await expect(add({ url: 'http://10.0.0.1' })).rejects.toThrow('url: must be a public host')
    await expect(add({ finality: 'finalized' })).rejects.toThrow('the chain does not know the tag finalized')
    await expect(add({ code: 'ETH' })).rejects.toThrow('code: Ethereum Sepolia is the testnet of ETH')
    node.mode = 'html'
    await expect(add({})).rejects.toThrow('url: does not answer as a node')
    node.mode = 'well'
    node.chainId = 84_532
    await expect(add({})).rejects.toThrow('which is here: add the endpoint on its page')
  } finally {
    await node.close()
  }
  expect(await workerCtx().db.select().from(chains)).toEqual(before)
})

test('the page shows what the chain says of itself', async () => {
  const facts = await asking.ask('chains.readFacts', { chainId: CHAIN_ID })
  expect(facts).toMatchObject({
    chainId: CHAIN_ID,
    head: expect.stringMatching(/^\d+$/),
    baseFee: expect.stringMatching(/^\d/),
    finalizedBlock: expect.stringMatching(/^\d+$/),
    contracts: { deployer: true, delegate: false, assetFactory: true, l1FeeOracle: false },
  })
})
