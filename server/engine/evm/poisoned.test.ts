import { eq, inArray, sql } from 'drizzle-orm'
import { getAddress } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { gasBudgetDays, lanes, transactionAttempts, transactions } from '@/db/schema'
import { claimCursor } from '@/server/chains/cursor'
import { type Chain, findChain } from '@/server/chains/registry'
import { inTenant, type Tenant, type WorkerCtx, workerCtx } from '@/server/ctx'
import { createTenant } from '@/server/testing/create-tenant'
import { type EngineWorld, openEngineWorld, RECIPIENT } from '@/server/testing/engine-world'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { lookForRepeated } from '@/server/testing/row-faults'
import { createTransfer } from '@/server/transactions/create-transfer'
import { prepareTransfer } from '@/server/transactions/prepare/prepare-transfer'
import { createWallets } from '@/server/wallets/create-wallets'
import { fillLanes } from './fill-lanes'
import { reclaimFloats } from './reclaim-floats'
import { rescueStuck } from './rescue'
import { confirmMined, readNewBlocks } from './watch-chain'

/** What a row of our own may look like after a bug or a slip by hand: it stops nobody else, and comes back once it is mended. */
let world: EngineWorld
let chain: Chain
let at: number
const OWNER = '00000000-0000-4000-8000-000000000001'

beforeAll(async () => {
  world = await openEngineWorld()
  await world.chain.holdMining()
  const found = await findChain(CHAIN_ID)
  if (!found) throw new Error('the chain is missing')
  chain = found
})
beforeEach(() => {
  at = Date.now()
})
afterAll(() => world.close())

/** The worker's context at the test's own time. */
const ctx = (): WorkerCtx => ({ ...workerCtx(), now: () => new Date(at) })

const fill = () => fillLanes(ctx(), chain, OWNER)

/** A block, and what the pump does about it. */
async function mine(): Promise<void> {
  await world.chain.test.mine({ blocks: 1 })
  const before = await claimCursor(ctx(), { chainId: CHAIN_ID, consumer: 'engine' }, { owner: OWNER, seconds: 60 })
  if (!before) throw new Error('somebody else watches the chain')
  const cursor = await readNewBlocks(ctx(), chain, before)
  await confirmMined(ctx(), chain, cursor)
  await rescueStuck(ctx(), chain, cursor)
}

/** A transfer in a wallet of its own, one behind it in the same wallet, and one of a stranger. */
async function threeTransfers() {
  const wallets = [await newWallet(), await newWallet()] as const
  const ids = []
  for (const address of [wallets[0], wallets[0], wallets[1]]) ids.push((await world.transfer(address, '1')).id)
  const [poisoned = '', behind = '', stranger = ''] = ids
  return { poisoned, behind, stranger }
}

async function newWallet(): Promise<string> {
  world.chain.resumeMining()
  const { address } = await world.newWallet(20_000_000n)
  // Gas of its own: nothing has to be mined before it signs.
  await world.chain.test.setBalance({ address: getAddress(address), value: 10n ** 18n })
  await world.chain.holdMining()
  return address
}

/** Only this column: others of a poisoned row cannot be read. */
async function statuses(ids: readonly string[]) {
  const rows = await workerCtx()
    .db.select({ id: transactions.id, status: transactions.status })
    .from(transactions)
    .where(inArray(transactions.id, [...ids]))
  return ids.map((id) => rows.find((row) => row.id === id)?.status)
}

const poison = (id: string, change: ReturnType<typeof sql>) =>
  workerCtx().db.execute(sql`update transactions set ${change} where id = ${id}`)

const look = () => lookForRepeated(ctx())

const QUEUED: [name: string, change: ReturnType<typeof sql>][] = [
  ['an address that is none', sql`to_address = 'nowhere'`],
  ['a token that is none', sql`token_address = 'none'`],
  ['an amount that is no number', sql`amount_units = 'NaN'`],
]

test.each(QUEUED)('a queued row with %s holds up nobody; told of, and carried once it is mended', async (_, change) => {
  const { poisoned, behind, stranger } = await threeTransfers()
  const [sound] = await workerCtx().db.execute(
    sql`select to_address, token_address, amount_units::text as amount_units from transactions where id = ${poisoned}`,
  )
  await poison(poisoned, change)
  await fill()
  await fill()
  await mine()
  expect(await statuses([poisoned, behind, stranger])).toEqual(['PENDING', 'COMPLETED', 'COMPLETED'])
  for (let fault = 1; fault < 5; fault++) {
    expect(await look()).not.toContain(poisoned)
    at += 61_000
    await fill()
  }
  expect(await look()).toContain(poisoned)
  await poison(
    poisoned,
    sql`to_address = ${sound?.to_address}, token_address = ${sound?.token_address}, amount_units = ${sound?.amount_units}::numeric`,
  )
  at += 61_000
  await fill()
  await mine()
  expect(await statuses([poisoned])).toEqual(['COMPLETED'])
  at += 16 * 60_000
  expect(await look()).not.toContain(poisoned)
})

test('an attempt whose bytes are broken holds up nobody', async () => {
  const { poisoned, behind, stranger } = await threeTransfers()
  await fill()
  await workerCtx()
    .db.update(transactionAttempts)
    .set({ rawTransaction: new Uint8Array([0]), lastSentAt: new Date(0) })
    .where(eq(transactionAttempts.transactionId, poisoned))
  await mine()
  // The chain has the whole bytes: what it did is what counts.
  expect(await statuses([poisoned, behind, stranger])).toEqual(['COMPLETED', 'COMPLETED', 'COMPLETED'])
})

test('a mined row that cannot be ended holds up nobody; mended, it ends', async () => {
  const { poisoned, behind, stranger } = await threeTransfers()
  await fill()
  await poison(poisoned, sql`amount_units = 'NaN'`)
  await mine()
  expect(await statuses([behind, stranger])).toEqual(['COMPLETED', 'COMPLETED'])
  await poison(poisoned, sql`amount_units = 1000000`)
  await workerCtx()
    .db.update(transactionAttempts)
    .set({ lastSentAt: new Date(0) })
    .where(eq(transactionAttempts.transactionId, poisoned))
  at += 61_000
  await mine()
  expect(await statuses([poisoned])).toEqual(['COMPLETED'])
})

/** A transfer of coins of another business. */
async function transferOf(tenant: Tenant): Promise<string> {
  const [wallet] = await inTenant(tenant, (ctx) => createWallets(ctx, { chainType: 'EVM', count: 1, purpose: 'TEST' }))
  if (!wallet) throw new Error('no wallet')
  await world.chain.test.setBalance({ address: getAddress(wallet.address), value: 10n ** 18n })
  const what = {
    fromAddress: wallet.address,
    toAddress: RECIPIENT,
    amount: '0.1',
    cNGN: false,
    waitForCompletion: false,
  } as const
  const prepared = await prepareTransfer(tenant, { ...what, chainType: 'EVM', chainId: CHAIN_ID })
  return (await inTenant(tenant, (ctx) => createTransfer(ctx, prepared, null))).id
}

test('a budget that cannot be settled holds up no other business; mended, what it is about ends', async () => {
  const [poor, sound] = [await createTenant(), await createTenant()]
  const [poisoned, other] = [await transferOf(poor), await transferOf(sound)]
  await fill()
  const { db } = workerCtx()
  const ofPoor = eq(gasBudgetDays.businessId, poor.businessId)
  const [day] = await db.select().from(gasBudgetDays).where(ofPoor)
  await db.update(gasBudgetDays).set({ reservedMicros: 0n }).where(ofPoor)
  await mine()
  expect(await statuses([poisoned, other])).toEqual(['PENDING', 'COMPLETED'])
  await db
    .update(gasBudgetDays)
    .set({ reservedMicros: day?.reservedMicros ?? 0n })
    .where(ofPoor)
  await db
    .update(transactionAttempts)
    .set({ lastSentAt: new Date(0) })
    .where(eq(transactionAttempts.transactionId, poisoned))
  at += 61_000
  await mine()
  expect(await statuses([poisoned])).toEqual(['COMPLETED'])
})

test('a float that is no number keeps no other from going back', async () => {
  const floats = [await newWallet(), await newWallet()] as const
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
  expect(await reclaimFloats(ctx(), { idleMinutes: 0 })).toBe(1)
  const [swept] = await db
    .select()
    .from(transactions)
    .where(eq(transactions.fromAddress, sound))
    .orderBy(sql`created_at desc`)
  expect(swept?.status).toBe('PENDING')
})
