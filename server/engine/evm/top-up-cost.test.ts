import { eq, sql } from 'drizzle-orm'
import { encodeAbiParameters, getAddress, keccak256, pad, toHex } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { lanes, transactionAttempts } from '@/db/schema'
import { currentFees } from '@/server/chains/evm/fees'
import { workerCtx } from '@/server/ctx'
import { type DebitedWorld, openDebitedWorld, usdOf } from '@/server/testing/debited-world'
import { laneOf, runUntilIdle } from '@/server/testing/float-world'
import { requireChain } from '@/server/testing/require-chain'
import { finish, pollBlocks, takeTurn } from '@/server/testing/turns'
import { topUpCosts } from './platform-costs'

const WITHIN = { timeout: 60_000 }

let world: DebitedWorld

beforeAll(async () => {
  world = await openDebitedWorld({ gasStrategy: 'topup', confirmations: 2 })
})
beforeEach(() => world.chain.resumeMining())
afterAll(() => world.close())

const topUpOf = async (address: string) => (await laneOf(address)).topUps.at(0)

/** The hold of a transaction, in native units. */
async function heldUnitsOf(id: string): Promise<bigint> {
  const { feeHoldMicros, nativePriceE8 } = await world.rowOf(id)
  return (feeHoldMicros * 10n ** 20n) / (nativePriceE8 ?? 1n)
}

/** Sets a token balance without mining a block. */
async function dealTokens(address: string): Promise<void> {
  const slot = encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [getAddress(address), 0n])
  const value = pad(toHex(5_000_000n))
  await world.chain.test.setStorageAt({ address: world.chain.cngn.address, index: keccak256(slot), value })
}

test('the transfer that needed a top-up pays for it, the next one does not', async () => {
  const wallet = await world.newWallet(5_000_000n)
  const sent = [await world.transfer(wallet.address, '1'), await world.transfer(wallet.address, '2')]
  await runUntilIdle(world)
  const [first, second] = await Promise.all(sent.map(({ id }) => world.rowOf(id)))
  const { topUps } = await laneOf(wallet.address)
  expect(topUps).toMatchObject([{ status: 'COMPLETED', servedTransactionId: first?.id }])
  expect(first?.feeChargedMicros).toBe(usdOf(first?.feeWei, topUps[0]?.feeWei))
  expect(second?.feeChargedMicros).toBe(usdOf(second?.feeWei))
  await world.expectSettled()
})

test('a top-up costs its maximum until its block is final, because a reorg may put it into a more expensive one', async () => {
  const wallet = await world.newWallet(5_000_000n)
  const { id } = await world.transfer(wallet.address, '1')
  const costs = async () => (await topUpCosts(workerCtx().db, [id])).get(id)
  await world.chain.holdMining()
  const run = world.runEngine()
  await expect.poll(() => topUpOf(wallet.address).then((row) => row?.stage), WITHIN).toBe('broadcast')
  const most = await costs()
  await world.chain.test.mine({ blocks: 1 })
  await expect.poll(() => topUpOf(wallet.address).then((row) => row?.stage), WITHIN).toBe('mined')
  const fee = (await topUpOf(wallet.address))?.feeWei
  expect(fee).toBeLessThan(most ?? 0n)
  expect(await costs()).toBe(most)
  await world.chain.test.mine({ blocks: 1 })
  await expect.poll(() => topUpOf(wallet.address).then((row) => row?.status), WITHIN).toBe('COMPLETED')
  expect(await costs()).toBe(fee)
  world.chain.resumeMining()
  await run
  await runUntilIdle(world)
  await world.expectSettled()
})

test('a transaction that is cancelled after its top-up was sent pays for the top-up once', async () => {
  const wallet = await world.newWallet(5_000_000n)
  const { id } = await world.transfer(wallet.address, '1')
  await world.chain.holdMining()
  const run = world.runUntilEnded(id)
  await expect.poll(() => topUpOf(wallet.address).then((row) => row?.stage), WITHIN).toBe('broadcast')
  // Mines the top-up and the block that confirms it, and no other, so that the transfer stays in the pool.
  await world.chain.test.mine({ blocks: 2 })
  await expect.poll(() => topUpOf(wallet.address).then((row) => row?.status), WITHIN).toBe('COMPLETED')
  await expect.poll(() => world.rowOf(id).then((row) => row.stage), WITHIN).toBe('broadcast')
  await world.cancel(id)
  await expect.poll(() => world.attemptsOf(id).then((forms) => forms.length), WITHIN).toBe(2)
  world.chain.resumeMining()
  await run
  await runUntilIdle(world)
  const row = await world.rowOf(id)
  const topUp = await topUpOf(wallet.address)
  expect(row).toMatchObject({ status: 'FAILED', error: 'Cancelled before it was mined' })
  expect(row.feeChargedMicros).toBe(usdOf(row.feeWei, topUp?.feeWei))
  await world.expectSettled()
})

test('a top-up with a fee that nodes refuse is replaced, even if its customer’s balance does not cover it', async () => {
  const wallet = await world.newWallet(5_000_000n)
  const { id } = await world.transfer(wallet.address, '1')
  await world.chain.holdMining()
  await takeTurn()
  await takeTurn()
  const topUpId = (await topUpOf(wallet.address))?.id ?? ''
  const [sent] = await world.attemptsOf(topUpId)
  await world.chain.test.setNextBlockBaseFeePerGas({ baseFeePerGas: (sent?.maxFeePerGas ?? 0n) * 20n })
  await world.spendBalance(id)
  const refused = { outcome: 'rejected' as const, outcomeDetail: 'replacement transaction underpriced' }
  await workerCtx()
    .db.update(transactionAttempts)
    .set({ ...refused, lastSentAt: sql`now() - interval '1 hour'` })
    .where(eq(transactionAttempts.transactionId, topUpId))
  await pollBlocks()
  expect(await world.attemptsOf(topUpId)).toHaveLength(2)
  await finish(world, topUpId)
  expect((await topUpOf(wallet.address))?.status).toBe('COMPLETED')
})

test('requests no top-up that the hold does not cover in addition to the transaction', async () => {
  await world.chain.holdMining()
  await world.credit(100_000_000n)
  const wallet = await world.newWallet()
  await dealTokens(wallet.address)
  const { id } = await world.transfer(wallet.address, '1')
  await world.spendBalance(id)
  const { maxFeePerGas } = await currentFees(await requireChain())
  // The gas uses the whole hold except for half of what the top-up costs.
  await world.setTransaction(id, { gasLimit: (await heldUnitsOf(id)) / maxFeePerGas - 10_500n })
  await takeTurn()
  expect((await laneOf(wallet.address)).topUps).toEqual([])
  expect(await world.rowOf(id)).toMatchObject({ status: 'FAILED', shortfall: { unit: 'USD' }, feeChargedMicros: 0n })
})

test('replaces gas that left a wallet after signing only if the hold covers it', async () => {
  const wallet = await world.newWallet(5_000_000n)
  const { id } = await world.transfer(wallet.address, '1')
  await world.chain.holdMining()
  await takeTurn()
  await takeTurn()
  await world.chain.test.mine({ blocks: 2 })
  await pollBlocks()
  await takeTurn()
  const held = await world.rowOf(id)
  expect(held).toMatchObject({ stage: 'broadcast' })
  const [sent] = await world.attemptsOf(id)
  if (!sent) throw new Error('it was not signed')
  // The bytes may cost the whole hold except for the one top-up.
  await workerCtx()
    .db.update(transactionAttempts)
    .set({ gasLimit: (await heldUnitsOf(id)) / sent.maxFeePerGas - 21_000n })
    .where(eq(transactionAttempts.id, sent.id))
  await world.chain.test.dropTransaction({ hash: `0x${sent.txHash.slice(2)}` })
  await world.chain.test.setBalance({ address: getAddress(wallet.address), value: 0n })
  await world.spendBalance(id)
  const sendAgain = async () => {
    await workerCtx().db.update(transactionAttempts).set({ lastSentAt: sql`now() - interval '1 hour'` })
    await workerCtx().db.update(lanes).set({ toppedUpAt: null })
    await pollBlocks()
  }
  await sendAgain()
  expect((await laneOf(wallet.address)).topUps).toHaveLength(1)
  await world.credit(100_000_000n)
  await sendAgain()
  expect((await laneOf(wallet.address)).topUps).toHaveLength(2)
  expect((await world.rowOf(id)).feeHoldMicros).toBeGreaterThan(held.feeHoldMicros)
  await finish(world, id)
  const row = await world.rowOf(id)
  const { topUps } = await laneOf(wallet.address)
  expect(row.feeChargedMicros).toBe(usdOf(row.feeWei, ...topUps.map(({ feeWei }) => feeWei)))
})
