import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { rpcEndpoints } from '@/db/schema'
import { forgetChains } from '@/server/chains/registry'
import { workerCtx } from '@/server/ctx'
import { asHash, type EngineWorld, openEngineWorld, RECIPIENT } from '@/server/testing/engine-world'
import { CHAIN_ID } from '@/server/testing/local-chain'

let world: EngineWorld

beforeAll(async () => {
  world = await openEngineWorld()
})
afterEach(() => world.chain.resumeMining())
afterAll(() => world.close())

/** A transfer that was sent and not mined; the worker keeps running. */
async function inThePool() {
  const wallet = await world.newWallet(50_000_000n)
  const first = await world.transfer(wallet.address, '1')
  await world.runEngine()
  await world.chain.holdMining()
  const { id } = await world.transfer(wallet.address, '2')
  const before = await world.chain.tokenBalance(RECIPIENT)
  const run = world.runEngine()
  await expect.poll(async () => (await world.read(id)).stage).toBe('broadcast')
  expect((await world.read(first.id)).status).toBe('COMPLETED')
  return { wallet, id, before, run }
}

async function moved(before: bigint): Promise<bigint> {
  return (await world.chain.tokenBalance(RECIPIENT)) - before
}

test('raises both fees by at least an eighth when the base fee exceeds them, and the transfer happens once', async () => {
  const { id, before, run } = await inThePool()
  const [{ maxFeePerGas } = { maxFeePerGas: 0n }] = await world.attemptsOf(id)
  await world.chain.test.setNextBlockBaseFeePerGas({ baseFeePerGas: maxFeePerGas * 3n })
  // One block at that fee: each further empty block would lower it.
  await world.chain.test.mine({ blocks: 1 })
  await expect.poll(async () => (await world.attemptsOf(id)).length).toBeGreaterThan(1)
  world.chain.resumeMining()
  await run
  await world.runUntilEnded(id)
  const attempts = await world.attemptsOf(id)
  expect(await world.read(id)).toMatchObject({ status: 'COMPLETED', attempts: attempts.length })
  expect(attempts.map((attempt) => attempt.reason)).toEqual(['first', ...attempts.slice(1).map(() => 'bump')])
  expect(attempts.length).toBeGreaterThan(1)
  for (const [index, { maxFeePerGas, maxPriorityFeePerGas, nonce }] of attempts.slice(1).entries()) {
    const previous = attempts[index]
    expect(nonce).toBe(previous?.nonce)
    expect(maxFeePerGas * 1_000n).toBeGreaterThanOrEqual((previous?.maxFeePerGas ?? 0n) * 1_125n)
    expect(maxPriorityFeePerGas * 1_000n).toBeGreaterThanOrEqual((previous?.maxPriorityFeePerGas ?? 0n) * 1_125n)
  }
  expect(await moved(before)).toBe(2_000_000n)
})

test('a cancelled transaction fails with the attempt that was mined, moves nothing and leaves no nonce gap', async () => {
  const { wallet, id, before, run } = await inThePool()
  await world.setTransaction(id, { cancelRequestedAt: new Date() })
  await expect
    .poll(async () => (await world.attemptsOf(id)).map(({ reason, outcome }) => `${reason} ${outcome}`))
    .toEqual(['first accepted', 'cancel accepted'])
  world.chain.resumeMining()
  await run
  const attempts = await world.attemptsOf(id)
  expect(await world.read(id)).toMatchObject({
    status: 'FAILED',
    error: 'Cancelled before it was mined',
    txHash: attempts[1]?.txHash,
  })
  const next = await world.transfer(wallet.address, '3')
  await world.runEngine()
  expect((await world.read(next.id)).status).toBe('COMPLETED')
  expect(await moved(before)).toBe(3_000_000n)
})

test('a cancel that loses the race leaves the transfer completed', async () => {
  const { id, before, run } = await inThePool()
  world.chain.resumeMining()
  await expect.poll(async () => (await world.read(id)).status).toBe('COMPLETED')
  await world.setTransaction(id, { cancelRequestedAt: new Date() })
  await run
  await world.runEngine()
  expect((await world.read(id)).status).toBe('COMPLETED')
  expect(await moved(before)).toBe(2_000_000n)
})

test('a speed-up request replaces a transaction once, even if the market did not change', async () => {
  const { id, before, run } = await inThePool()
  await world.setTransaction(id, { speedUpRequestedAt: new Date() })
  await world.reasonsOf(id).toEqual(['first', 'bump'])
  world.chain.resumeMining()
  await run
  const [, bump] = await world.attemptsOf(id)
  expect(await world.read(id)).toMatchObject({ status: 'COMPLETED', txHash: bump?.txHash, attempts: 2 })
  expect(await moved(before)).toBe(2_000_000n)
})

/** Another program uses the key: the node knows only its transaction with this nonce. */
async function stealNonce(address: string, txHash: string | null): Promise<void> {
  const { test, rpc } = world.chain
  await test.dropTransaction({ hash: asHash(txHash) })
  await test.impersonateAccount({ address: `0x${address.slice(2)}` })
  await rpc.request({
    method: 'eth_sendTransaction',
    params: [{ from: `0x${address.slice(2)}`, to: RECIPIENT, value: '0x0', nonce: '0x1' }],
  })
  await test.mine({ blocks: 1 })
  await test.stopImpersonatingAccount({ address: `0x${address.slice(2)}` })
}

test('a nonce used from outside needs an operator if one endpoint is the only witness', async () => {
  const { wallet, id, before, run } = await inThePool()
  await stealNonce(wallet.address, (await world.read(id)).txHash)
  world.chain.resumeMining()
  await run
  expect(await world.rowOf(id)).toMatchObject({ status: 'PENDING', needsOperator: expect.stringContaining('Nonce 1') })
  await world.setTransaction(id, { cancelRequestedAt: new Date() })
  await world.runEngine()
  expect(await world.read(id)).toMatchObject({
    status: 'FAILED',
    error: 'Its nonce was used by a transaction from outside; nothing was moved',
  })
  const next = await world.transfer(wallet.address, '3')
  await world.runEngine()
  expect((await world.read(next.id)).status).toBe('COMPLETED')
  expect(await moved(before)).toBe(3_000_000n)
})

test('a nonce used from outside fails the transaction when two endpoints agree', async () => {
  const second = world.chain.anvil.rpcUrl.replace('127.0.0.1', 'localhost')
  await workerCtx().db.insert(rpcEndpoints).values({ chainId: CHAIN_ID, url: second, label: 'second' })
  forgetChains()
  const { wallet, id, before, run } = await inThePool()
  await stealNonce(wallet.address, (await world.read(id)).txHash)
  world.chain.resumeMining()
  await run
  await world.runEngine()
  expect(await world.read(id)).toMatchObject({
    status: 'FAILED',
    error: 'Its nonce was used by a transaction from outside; nothing was moved',
  })
  expect(await moved(before)).toBe(0n)
})
