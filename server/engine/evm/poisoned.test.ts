import { eq, sql } from 'drizzle-orm'
import { getAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lanes, transactionAttempts, transactions } from '@/db/schema'
import { type Tenant, workerCtx } from '@/server/ctx'
import { refuseDaysOf } from '@/server/sponsorship/sponsorship.test-data'
import { createTenant } from '@/server/testing/create-tenant'
import { type EngineWorld, openEngineWorld, transferOf } from '@/server/testing/engine-world'
import { newWallet } from '@/server/testing/new-wallet'
import { ownClock } from '@/server/testing/own-clock'
import { changeRow, POISONS, statusesOf, unguardRows } from '@/server/testing/poisoned-rows'
import { findRepeated } from '@/server/testing/row-faults'
import { pollBlocks, takeTurn } from '@/server/testing/turns'
import { reclaimFloats } from './reclaim-floats'

/** A broken row, after a bug or a manual error, does not block other rows, and continues after it is repaired. */
let world: EngineWorld
const clock = ownClock()

beforeAll(async () => {
  world = await openEngineWorld()
  await unguardRows()
  await world.chain.holdMining()
})
afterAll(() => world.close())

const fill = () => takeTurn({ ctx: clock.ctx() })

/** Mines a block and lets the worker read it. */
async function mine(): Promise<void> {
  await world.chain.test.mine({ blocks: 1 })
  await pollBlocks(clock.ctx())
}

/** A transfer of one wallet, a later one of the same wallet, and one of another business. */
async function threeTransfers() {
  const wallets = [await filledWallet(), await filledWallet()] as const
  const ids = []
  for (const address of [wallets[0], wallets[0], wallets[1]]) ids.push((await world.transfer(address, '1')).id)
  const [poisoned = '', behind = '', stranger = ''] = ids
  return { poisoned, behind, stranger }
}

async function filledWallet(): Promise<string> {
  world.chain.resumeMining()
  const { address } = await world.newWallet(20_000_000n)
  // The wallet has gas of its own, so no top-up has to be mined before it signs.
  await world.chain.test.setBalance({ address: getAddress(address), value: 10n ** 18n })
  await world.chain.holdMining()
  return address
}

const poll = () => findRepeated(clock.ctx())

test.each(POISONS)(
  'a queued row with %s delays no other row, raises an alarm, and is sent after it is repaired',
  async (_, change) => {
    const { poisoned, behind, stranger } = await threeTransfers()
    const [sound] = await workerCtx().db.execute(
      sql`select to_address, token_address, amount_units::text as amount_units from transactions where id = ${poisoned}`,
    )
    await changeRow(poisoned, change)
    await fill()
    await fill()
    await mine()
    expect(await statusesOf([poisoned, behind, stranger])).toEqual(['PENDING', 'COMPLETED', 'COMPLETED'])
    for (let fault = 1; fault < 5; fault++) {
      expect(await poll()).not.toContain(poisoned)
      clock.pass(61_000)
      await fill()
    }
    expect(await poll()).toContain(poisoned)
    await changeRow(
      poisoned,
      sql`to_address = ${sound?.to_address}, token_address = ${sound?.token_address}, amount_units = ${sound?.amount_units}::numeric`,
    )
    clock.pass(61_000)
    await fill()
    await mine()
    expect(await statusesOf([poisoned])).toEqual(['COMPLETED'])
    clock.pass(16 * 60_000)
    expect(await poll()).not.toContain(poisoned)
  },
)

test('an attempt with broken bytes delays no other transaction', async () => {
  const { poisoned, behind, stranger } = await threeTransfers()
  await fill()
  await workerCtx()
    .db.update(transactionAttempts)
    .set({ rawTransaction: new Uint8Array([0]), lastSentAt: new Date(0) })
    .where(eq(transactionAttempts.transactionId, poisoned))
  await mine()
  // The chain has the complete bytes, and its outcome counts.
  expect(await statusesOf([poisoned, behind, stranger])).toEqual(['COMPLETED', 'COMPLETED', 'COMPLETED'])
})

test('a mined row that cannot be ended delays no other row, and ends after it is repaired', async () => {
  const { poisoned, behind, stranger } = await threeTransfers()
  await fill()
  await changeRow(poisoned, sql`amount_units = 'NaN'`)
  await mine()
  expect(await statusesOf([behind, stranger])).toEqual(['COMPLETED', 'COMPLETED'])
  await changeRow(poisoned, sql`amount_units = 1000000`)
  await workerCtx()
    .db.update(transactionAttempts)
    .set({ lastSentAt: new Date(0) })
    .where(eq(transactionAttempts.transactionId, poisoned))
  clock.pass(61_000)
  await mine()
  expect(await statusesOf([poisoned])).toEqual(['COMPLETED'])
})

/** A transfer of coins of another business. */
async function coinsFrom(tenant: Tenant): Promise<string> {
  const { address } = await newWallet(tenant)
  await world.chain.test.setBalance({ address: getAddress(address), value: 10n ** 18n })
  return (await transferOf(tenant, { fromAddress: address, amount: '0.1', cNGN: false })).id
}

test('a budget that cannot be settled delays no other business, and its rows end after it is repaired', async () => {
  const [poor, sound] = [await createTenant(), await createTenant()]
  const [poisoned, other] = [await coinsFrom(poor), await coinsFrom(sound)]
  await fill()
  const mend = await refuseDaysOf(poor.businessId)
  await mine()
  expect(await statusesOf([poisoned, other])).toEqual(['PENDING', 'COMPLETED'])
  await mend()
  await workerCtx()
    .db.update(transactionAttempts)
    .set({ lastSentAt: new Date(0) })
    .where(eq(transactionAttempts.transactionId, poisoned))
  clock.pass(61_000)
  await mine()
  expect(await statusesOf([poisoned])).toEqual(['COMPLETED'])
})

test('a float that is no number does not stop the return of others', async () => {
  const floats = [await filledWallet(), await filledWallet()] as const
  for (const address of floats) await world.transfer(address, '1')
  await fill()
  await mine()
  const { db } = workerCtx()
  const [poisoned, sound] = floats
  const laneOf = (address: string) => eq(lanes.address, address)
  await db
    .update(lanes)
    .set({ gasFloatUnits: 10n ** 17n })
    .where(laneOf(sound))
  await db.update(lanes).set({ gasFloatUnits: sql`'NaN'` }).where(laneOf(poisoned))
  expect(await reclaimFloats(clock.ctx(), { idleMinutes: 0 })).toBe(1)
  const [swept] = await db
    .select()
    .from(transactions)
    .where(eq(transactions.fromAddress, sound))
    .orderBy(sql`created_at desc`)
  expect(swept?.status).toBe('PENDING')
})
