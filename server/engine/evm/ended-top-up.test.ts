import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { lanes } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { type DebitedWorld, openDebitedWorld, usdOf } from '@/server/testing/debited-world'
import { laneOf, runUntilIdle } from '@/server/testing/float-world'
import { finish, pollBlocks, takeTurn } from '@/server/testing/turns'
import * as covering from './cover-holds'

/** Runs in the middle of a turn, after its holds are covered and before its top-ups are requested. */
const meanwhile = { run: async () => {} }
let world: DebitedWorld

beforeAll(async () => {
  const { coverHolds } = covering
  vi.spyOn(covering, 'coverHolds').mockImplementation(async (...args) => {
    const rejected = await coverHolds(...args)
    await meanwhile.run()
    return rejected
  })
  world = await openDebitedWorld({ gasStrategy: 'topup', confirmations: 1 })
})
afterAll(async () => {
  vi.restoreAllMocks()
  await world.close()
})

test('a turn that counted on a top-up requests no second one if the first ends meanwhile', async () => {
  const wallet = await world.newWallet(5_000_000n)
  const sent = [await world.transfer(wallet.address, '1'), await world.transfer(wallet.address, '2')]
  await world.chain.holdMining()
  await takeTurn()
  await takeTurn()
  expect((await laneOf(wallet.address)).topUps).toMatchObject([{ stage: 'broadcast' }])
  sent.push(await world.transfer(wallet.address, '3'))
  await workerCtx().db.update(lanes).set({ toppedUpAt: sql`now() - interval '1 minute'`, notBefore: null })
  let times = 0
  meanwhile.run = async () => {
    times += 1
    meanwhile.run = async () => {}
    await world.chain.test.mine({ blocks: 2 })
    await pollBlocks()
    expect((await laneOf(wallet.address)).topUps).toMatchObject([{ status: 'COMPLETED' }])
  }
  await takeTurn()
  expect(times).toBe(1)
  expect((await laneOf(wallet.address)).topUps).toHaveLength(1)
  await finish(world, ...sent.map(({ id }) => id))
  await runUntilIdle(world)
  const rows = await Promise.all(sent.map(({ id }) => world.rowOf(id)))
  const { topUps } = await laneOf(wallet.address)
  for (const row of rows) {
    const served = topUps.filter(({ servedTransactionId }) => servedTransactionId === row.id)
    expect(row.feeChargedMicros).toBe(usdOf(row.feeWei, ...served.map(({ feeWei }) => feeWei)))
  }
  await world.expectSettled()
})
