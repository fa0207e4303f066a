import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '@/db/client'
import { priceSources, transactions } from '@/db/schema'
import { inTenant, inWorker, workerCtx } from '@/server/ctx'
import { postCredit } from '@/server/ledger/credit-business'
import { ledgerDrift } from '@/server/ledger/ledger-drift'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { asHash, type EngineWorld, openEngineWorld } from '@/server/testing/engine-world'
import { laneOf, runUntilIdle } from '@/server/testing/float-world'
import { cancelTransaction } from '@/server/transactions/cancel-transaction'
import { reclaimFloats } from './reclaim-floats'

/** The gas of a contract that loops. */
const DEAR_GAS = 4_000_000n
const THIEF = '0x00000000000000000000000000000000000000EE'
const WITHIN = { timeout: 60_000 }
const HOLDS_LESS = 'The wallet holds less than the transfer moves: '

let world: EngineWorld

beforeAll(async () => {
  world = await openEngineWorld({ confirmations: 4 })
  const fixed = { source: 'fixed' as const, fixedE8: 2_500_00000000n }
  await workerCtx()
    .db.insert(priceSources)
    .values({ symbol: 'ETH', ...fixed })
    .onConflictDoUpdate({ target: priceSources.symbol, set: fixed })
  await inWorker(({ db }) =>
    postCredit(db, {
      businessId: world.tenant.businessId,
      micros: 1_000_000_000n,
      reason: 'test',
      createdBy: 'test',
    }),
  )
})
afterAll(() => world.close())
beforeEach(() => world.setChain({ gasPolicy: 'sponsored' }))

const held = (address: string) => world.chain.rpc.getBalance({ address: `0x${address.slice(2)}` })
const give = (address: string, value: bigint) =>
  world.chain.test.setBalance({ address: `0x${address.slice(2)}`, value })

const listRows = async (db: Database) =>
  (await db.select({ id: transactions.id }).from(transactions)).map(({ id }) => id)

/** A call that needs a large top-up, from a wallet without a coin. */
async function dearCall(address: string) {
  const { id } = await world.transfer(address, '1')
  await world.setTransaction(id, { gasLimit: DEAR_GAS })
  return id
}

test.each(['sponsored', 'debited'] as const)(
  'coins of a top-up cannot be moved, even before its block is final (%s)',
  async (gasPolicy) => {
    await world.setChain({ gasPolicy })
    const wallet = await world.newWallet(5_000_000n)
    const dear = await dearCall(wallet.address)
    const theft = await world.transfer(wallet.address, '0.004', { cNGN: false, toAddress: THIEF })
    await runUntilIdle(world)
    expect((await world.read(dear)).status).toBe('COMPLETED')
    expect(await world.read(theft.id)).toMatchObject({
      status: 'FAILED',
      error: `${HOLDS_LESS}0.004 ETH needed, 0 ETH available`,
    })
    expect(await held(THIEF)).toBe(0n)
    expect(await ledgerDrift(workerCtx().db)).toEqual([])
  },
  90_000,
)

test('a transfer of more than the owner’s coins fails, although the float would cover it', async () => {
  await world.setChain({ gasPolicy: 'debited' })
  const wallet = await world.newWallet(5_000_000n)
  const own = 10n ** 15n
  await give(wallet.address, own)
  await world.transfer(wallet.address, '1')
  await runUntilIdle(world)
  const { gasFloatUnits } = await laneOf(wallet.address)
  expect(gasFloatUnits).toBeGreaterThan(1n)
  const greedy = await world.transfer(wallet.address, '0.001000000000000001', { cNGN: false, toAddress: THIEF })
  const later = await world.transfer(wallet.address, '1')
  await runUntilIdle(world)
  expect(await world.read(greedy.id)).toMatchObject({
    status: 'FAILED',
    error: `${HOLDS_LESS}0.001000000000000001 ETH needed, 0.001 ETH available`,
  })
  expect((await world.read(later.id)).status).toBe('COMPLETED')
  expect(await held(THIEF)).toBe(0n)
})

test('an idle float returns to the gas wallet without any coins of the owner', async () => {
  await world.setChain({ gasPolicy: 'sponsored' })
  const wallet = await world.newWallet(5_000_000n)
  await world.transfer(wallet.address, '1')
  await runUntilIdle(world)
  const own = 10n ** 15n
  const { gasFloatUnits: before } = await laneOf(wallet.address)
  await give(wallet.address, before + own)
  expect(await reclaimFloats(workerCtx())).toBe(0)
  expect(await reclaimFloats(workerCtx(), { idleMinutes: 0 })).toBeGreaterThan(0)
  expect(await reclaimFloats(workerCtx(), { idleMinutes: 0 })).toBe(0)
  await runUntilIdle(world)
  const { gasFloatUnits: after, returns } = await laneOf(wallet.address)
  expect(returns).toMatchObject([{ status: 'COMPLETED', businessId: PLATFORM_BUSINESS_ID, feeHoldMicros: 0n }])
  const [returned] = returns
  expect(before - after).toBe((returned?.amountUnits ?? 0n) + (returned?.feeWei ?? 0n))
  expect(after).toBeLessThan(before / 2n)
  expect(await held(wallet.address)).toBe(after + own)
  const listed = await inTenant(world.tenant, (ctx) => listRows(ctx.db))
  expect(listed).not.toContain(returned?.id)
  // The rest is worth less than the gas of its return.
  expect(await reclaimFloats(workerCtx(), { idleMinutes: 0 })).toBe(0)
})

test('a return that its wallet can no longer pay for gets the missing gas', async () => {
  await world.setChain({ gasPolicy: 'sponsored' })
  const wallet = await world.newWallet(5_000_000n)
  await world.transfer(wallet.address, '1')
  await runUntilIdle(world)
  await world.chain.holdMining()
  await reclaimFloats(workerCtx(), { idleMinutes: 0 })
  const run = world.runEngine()
  const returned = async () => (await laneOf(wallet.address)).returns.at(0)
  await expect.poll(() => returned().then((row) => row?.stage), WITHIN).toBe('broadcast')
  const { txHash, amountUnits = 0n } = (await returned()) ?? { txHash: null }
  // As if replacements had cost more than was left for them.
  await give(wallet.address, amountUnits)
  await world.chain.test.dropTransaction({ hash: asHash(txHash) })
  world.chain.resumeMining()
  await run
  await runUntilIdle(world)
  expect((await returned())?.status).toBe('COMPLETED')
})

test('a wallet that is used again before its return is signed keeps its gas', async () => {
  await world.setChain({ gasPolicy: 'sponsored' })
  const wallet = await world.newWallet(5_000_000n)
  await world.transfer(wallet.address, '1')
  await runUntilIdle(world)
  await reclaimFloats(workerCtx(), { idleMinutes: 0 })
  const { id } = await world.transfer(wallet.address, '1')
  await runUntilIdle(world)
  const { topUps, returns } = await laneOf(wallet.address)
  expect(returns).toMatchObject([{ status: 'FAILED', nonce: null }])
  expect(topUps).toHaveLength(1)
  expect((await world.read(id)).status).toBe('COMPLETED')
})

test('on a debited chain a wallet never receives more than the holds of its transactions', async () => {
  await world.setChain({ gasPolicy: 'debited' })
  const wallet = await world.newWallet(5_000_000n)
  const dear = await dearCall(wallet.address)
  await runUntilIdle(world)
  const { feeHoldMicros } = await world.rowOf(dear)
  const { lastTopUpUnits } = await laneOf(wallet.address)
  const heldUnits = (feeHoldMicros * 10n ** 20n) / 2_500_00000000n
  expect(lastTopUpUnits).toBeGreaterThan(0n)
  expect(lastTopUpUnits ?? 0n).toBeLessThanOrEqual(heldUnits)
})

test('a transaction cancelled after its top-up was sent pays what that cost', async () => {
  await world.setChain({ gasPolicy: 'debited' })
  const wallet = await world.newWallet(5_000_000n)
  const dear = await dearCall(wallet.address)
  const run = world.runEngine()
  await expect.poll(() => laneOf(wallet.address).then((lane) => lane.topUps.at(0)?.stage), WITHIN).toBe('mined')
  const request = { transactionId: dear, reason: 'changed my mind' }
  await inTenant(world.tenant, (ctx) => cancelTransaction(ctx, request))
  await run
  await runUntilIdle(world)
  const row = await world.rowOf(dear)
  expect(row).toMatchObject({ status: 'FAILED', error: 'Cancelled before it was sent' })
  expect(row.feeChargedMicros).toBeGreaterThan(0n)
  expect(row.feeChargedMicros ?? 0n).toBeLessThan(row.feeHoldMicros)
  expect(Number((await world.read(dear)).feeUsd)).toBeGreaterThan(0)
  expect(await ledgerDrift(workerCtx().db)).toEqual([])
})
