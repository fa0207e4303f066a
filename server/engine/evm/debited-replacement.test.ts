import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { lanes } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { type DebitedWorld, openDebitedWorld } from '@/server/testing/debited-world'
import { laneOf } from '@/server/testing/float-world'
import { finish, pollBlocks, takeTurn } from '@/server/testing/turns'

const OWN_UNITS = 10n ** 18n

let world: DebitedWorld

beforeAll(async () => {
  world = await openDebitedWorld({ gasStrategy: 'topup', confirmations: 2, blockTimeMs: 1_000 })
})
beforeEach(() => world.chain.resumeMining())
afterAll(() => world.close())

/** Sets the wallet's balance to the owner's coins plus this float of the platform. */
async function setFloat(address: string, gasFloatUnits: bigint): Promise<void> {
  await world.chain.test.setBalance({ address: `0x${address.slice(2)}`, value: OWN_UNITS + gasFloatUnits })
  await workerCtx().db.update(lanes).set({ gasFloatUnits }).where(eq(lanes.address, address))
}

test('the platform alone pays for a replacement, however much the wallet holds', async () => {
  const wallet = await world.newWallet(5_000_000n)
  const { id } = await world.transfer(wallet.address, '1')
  await world.chain.holdMining()
  await setFloat(wallet.address, OWN_UNITS)
  await takeTurn()
  const [first] = await world.attemptsOf(id)
  const worstUnits = (first?.gasLimit ?? 0n) * (first?.maxFeePerGas ?? 0n)
  // As after a top-up of exactly the missing amount.
  await setFloat(wallet.address, worstUnits)
  await world.chain.test.setNextBlockBaseFeePerGas({ baseFeePerGas: (first?.maxFeePerGas ?? 0n) * 20n })
  await world.chain.test.mine({ blocks: 1 })
  await world.setTransaction(id, { speedUpRequestedAt: new Date() })
  await pollBlocks()
  await finish(world, id)
  const row = await world.rowOf(id)
  expect(row.status).toBe('COMPLETED')
  expect(row.feeWei ?? 0n).toBeGreaterThan(worstUnits)
  const { gasFloatUnits } = await laneOf(wallet.address)
  const held = await world.chain.rpc.getBalance({ address: `0x${wallet.address.slice(2)}` })
  expect(held - gasFloatUnits).toBe(OWN_UNITS)
  await world.expectSettled()
})
