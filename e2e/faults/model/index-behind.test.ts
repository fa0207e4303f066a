import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rpcEndpoints } from '@/db/schema'
import { type FaultProxy, startFaultProxy } from '@/e2e/faults/fault-proxy'
import { forgetChains } from '@/server/chains/registry'
import { workerCtx } from '@/server/ctx'
import { type EngineWorld, openEngineWorld, RECIPIENT } from '@/server/testing/engine-world'
import { CHAIN_ID } from '@/server/testing/local-chain'

let world: EngineWorld
let doors: FaultProxy[] = []

beforeAll(async () => {
  world = await openEngineWorld()
  const target = world.chain.anvil.rpcUrl
  doors = [await startFaultProxy({ target }), await startFaultProxy({ target })]
  const { db } = workerCtx()
  const [first, second] = doors.map(({ url }) => ({ chainId: CHAIN_ID, url }))
  if (!first || !second) throw new Error('no doors')
  await db.update(rpcEndpoints).set({ url: first.url, label: 'first' }).where(eq(rpcEndpoints.chainId, CHAIN_ID))
  await db.insert(rpcEndpoints).values({ ...second, label: 'second' })
  forgetChains()
})
afterAll(async () => {
  await Promise.all(doors.map((door) => door.close()))
  await world.close()
})

test('gives up no mined transfer because two nodes cannot find its receipt', async () => {
  const wallet = await world.newWallet(50_000_000n)
  const first = await world.transfer(wallet.address, '1')
  await world.runEngine()
  expect((await world.read(first.id)).status).toBe('COMPLETED')
  const before = await world.chain.tokenBalance(RECIPIENT)
  for (const door of doors) {
    door.setFault('errors', { methods: ['eth_getBlockReceipts'], code: -32601, message: 'the method does not exist' })
    door.setFault('nullReceipts', { methods: ['eth_getTransactionReceipt'] })
  }
  const { id } = await world.transfer(wallet.address, '2')
  const run = world.runEngine()
  // The second door is asked for receipts only when a verdict needs all witnesses.
  await expect.poll(() => doors[1]?.struck().nullReceipts).toBeGreaterThan(2)
  expect(await world.rowOf(id)).toMatchObject({ status: 'PENDING', needsOperator: null })
  for (const door of doors) door.clear()
  await run
  await world.runEngine()
  expect(await world.read(id)).toMatchObject({ status: 'COMPLETED', attempts: 1 })
  expect((await world.chain.tokenBalance(RECIPIENT)) - before).toBe(2_000_000n)
})
