import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EngineWorld, openEngineWorld, RECIPIENT } from '@/server/testing/engine-world'

const CONFIRMATIONS = 6

let world: EngineWorld

beforeAll(async () => {
  world = await openEngineWorld({ confirmations: CONFIRMATIONS })
})
afterAll(() => world.close())

test.each([1, 3])(
  'after a reorg of %i blocks without the transaction it is sent again and happens once',
  async (depth) => {
    const wallet = await world.newWallet(50_000_000n)
    const { id } = await world.transfer(wallet.address, '2')
    const before = await world.chain.tokenBalance(RECIPIENT)
    const run = world.runEngine()
    await expect.poll(async () => (await world.read(id)).stage).toBe('mined')
    const { txHash } = await world.read(id)
    await world.chain.rebuild(depth)
    await run
    await world.runUntilEnded(id)
    expect(await world.read(id)).toMatchObject({ status: 'COMPLETED', txHash, confirmations: expect.any(Number) })
    expect((await world.chain.tokenBalance(RECIPIENT)) - before).toBe(2_000_000n)
    const receipt = await world.chain.rpc.getTransactionReceipt({ hash: `0x${String(txHash).slice(2)}` })
    const head = await world.chain.rpc.getBlockNumber({ cacheTime: 0 })
    expect(Number(head - receipt.blockNumber) + 1).toBeGreaterThanOrEqual(CONFIRMATIONS)
  },
)

test('uses the block tag for final blocks where the chain has one', async () => {
  await world.setChain({ finality: 'finalized' })
  const wallet = await world.newWallet(50_000_000n)
  const { id } = await world.transfer(wallet.address, '2')
  await world.runEngine()
  await world.runUntilEnded(id)
  const done = await world.read(id)
  expect(done).toMatchObject({ status: 'COMPLETED' })
  const receipt = await world.chain.rpc.getTransactionReceipt({ hash: `0x${String(done.txHash).slice(2)}` })
  const final = await world.chain.rpc.getBlock({ blockTag: 'finalized' })
  expect(receipt.blockNumber).toBeLessThanOrEqual(final.number)
})
