import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { transactionAttempts } from '@/db/schema'
import { type Tenant, workerCtx } from '@/server/ctx'
import { listPlatformWallets } from '@/server/platform/gas-wallet'
import { createTenant } from '@/server/testing/create-tenant'
import { type DebitedWorld, openDebitedWorld } from '@/server/testing/debited-world'
import { transferOf } from '@/server/testing/engine-world'
import { newWallet } from '@/server/testing/new-wallet'
import { finish, pollBlocks, takeTurn } from '@/server/testing/turns'

let world: DebitedWorld
let rich: Tenant

beforeAll(async () => {
  world = await openDebitedWorld({ gasStrategy: 'delegation', confirmations: 2 })
  rich = await createTenant()
  await world.credit(10_000_000_000n, rich)
})
beforeEach(() => world.chain.resumeMining())
afterAll(() => world.close())

async function oneFrom(tenant: Tenant, fromAddress: string): Promise<string> {
  return (await transferOf(tenant, { fromAddress, amount: '1' })).id
}

/** A wallet whose account is delegated. */
async function delegatedWallet(tenant: Tenant): Promise<string> {
  const wallet = await newWallet(tenant)
  await world.chain.fundToken(wallet.address, 5_000_000n)
  await finish(world, await oneFrom(tenant, wallet.address))
  return wallet.address
}

/**
 * A transaction of a customer who then has no balance left, and one of another customer behind it, signed by one
 * relayer and not mined.
 */
async function oneBehindTheOther() {
  await world.credit(1_000_000_000n)
  const wallets = [await delegatedWallet(world.tenant), await delegatedWallet(rich)]
  await world.chain.holdMining()
  const poor = await oneFrom(world.tenant, wallets[0] ?? '')
  const other = await oneFrom(rich, wallets[1] ?? '')
  const relayer = (await listPlatformWallets(workerCtx())).find(({ purpose }) => purpose === 'RELAYER')
  for (const id of [poor, other]) await world.setTransaction(id, { laneWalletId: relayer?.id })
  await takeTurn()
  const nonces = await Promise.all([poor, other].map(async (id) => (await world.rowOf(id)).nonce ?? -1))
  expect(nonces[1]).toBe((nonces[0] ?? 0) + 1)
  await world.spendBalance(poor)
  return { poor, other }
}

/** Makes them older than the time after which the chain's fees are raised. */
function grewOld(ids: readonly string[]) {
  const long = sql`now() - interval '1 hour'`
  return workerCtx()
    .db.update(transactionAttempts)
    .set({ createdAt: long, lastSentAt: long })
    .where(inArray(transactionAttempts.transactionId, [...ids]))
}

test('a relayer does not wait for one customer’s balance while another’s transaction is behind it', {
  timeout: 240_000,
}, async () => {
  const { poor, other } = await oneBehindTheOther()
  const [sent] = await world.attemptsOf(poor)
  await world.chain.test.setNextBlockBaseFeePerGas({ baseFeePerGas: (sent?.maxFeePerGas ?? 0n) * 20n })
  await world.chain.test.mine({ blocks: 1 })
  await grewOld([poor, other])
  // Fees are cached for one block.
  const poll = async () => {
    await pollBlocks()
    return (await world.attemptsOf(poor)).map(({ reason }) => reason)
  }
  await expect.poll(poll).toEqual(['first', 'bump'])
  await finish(world, poor, other)
  const row = await world.rowOf(poor)
  expect(row).toMatchObject({ status: 'COMPLETED', feeChargedMicros: row.feeHoldMicros })
  expect((await world.rowOf(other)).status).toBe('COMPLETED')
})

test('the platform does not pay for a speed-up that a customer without a balance requests', {
  timeout: 240_000,
}, async () => {
  const { poor, other } = await oneBehindTheOther()
  await world.setTransaction(poor, { speedUpRequestedAt: new Date() })
  // Three times the fee at signing: a raise by an eighth is no longer covered.
  await workerCtx()
    .db.update(transactionAttempts)
    .set({ maxFeePerGas: sql`max_fee_per_gas * 3` })
    .where(eq(transactionAttempts.transactionId, poor))
  await pollBlocks()
  expect(await world.attemptsOf(poor)).toHaveLength(1)
  await finish(world, poor, other)
})
