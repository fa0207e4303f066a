import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transactionAttempts, transactions } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { recording } from '@/server/metrics/metric'
import { asHash, type EngineWorld, openEngineWorld, RECIPIENT } from '@/server/testing/engine-world'
import { CHAIN_ID } from '@/server/testing/local-chain'

let world: EngineWorld

beforeAll(async () => {
  world = await openEngineWorld()
})
afterAll(() => world.close())

test('moves the exact amount of a token from a wallet without gas, and completes the record', async () => {
  const wallet = await world.newWallet(5_000_000n)
  const before = await world.chain.tokenBalance(RECIPIENT)
  const took: unknown[] = []
  recording().to = { add: () => {}, record: ({ name }, labels) => took.push([name, labels]) }
  const { id } = await world.transfer(wallet.address, '1.25')
  await world.runEngine()
  recording().to = null
  expect(took).toContainEqual(['slipway_accept_to_broadcast_seconds', { chain: `${CHAIN_ID}`, after: 'gas' }])
  const done = await world.read(id)
  expect(done).toMatchObject({
    status: 'COMPLETED',
    stage: 'final',
    amount: '1.25',
    attempts: 1,
    signerType: 'BUSINESS_HD',
  })
  expect(done.txHash).toMatch(/^0x[0-9a-f]{64}$/)
  expect(BigInt(done.feeWei ?? 0)).toBeGreaterThan(0n)
  expect(BigInt(done.gasUsed ?? 0)).toBeGreaterThan(21_000n)
  expect((await world.chain.tokenBalance(RECIPIENT)) - before).toBe(1_250_000n)
})

test('sends a burst of one wallet in order, each once, without nonce gaps', async () => {
  const wallet = await world.newWallet(100_000_000n)
  const before = await world.chain.tokenBalance(RECIPIENT)
  const accepted = await Promise.all(Array.from({ length: 40 }, () => world.transfer(wallet.address, '0.5')))
  await world.runEngine()
  const rows = await workerCtx().db.select().from(transactions).where(eq(transactions.fromAddress, wallet.address))
  expect(rows.map((row) => row.status)).toEqual(accepted.map(() => 'COMPLETED'))
  expect(rows.map((row) => row.nonce).sort((a, b) => Number(a) - Number(b))).toEqual(accepted.map((_, index) => index))
  expect((await world.chain.tokenBalance(RECIPIENT)) - before).toBe(40n * 500_000n)
  const attempts = await workerCtx()
    .db.select()
    .from(transactionAttempts)
    .where(eq(transactionAttempts.fromAddress, wallet.address))
  expect(new Set(attempts.map((attempt) => attempt.txHash)).size).toBe(40)
})

test('ends a transfer that the wallet cannot pay for without using a nonce or gas', async () => {
  const wallet = await world.newWallet()
  const { id } = await world.transfer(wallet.address, '1')
  await world.runEngine()
  expect(await world.read(id)).toMatchObject({
    status: 'FAILED',
    txHash: null,
    attempts: 0,
    error: 'The wallet holds less of the token than the transfer moves: 1 cNGN needed, 0 cNGN available',
    shortfall: { unit: 'cNGN', needed: '1', available: '0' },
  })
})

test('sends stored bytes again after a crash between saving and sending', async () => {
  const wallet = await world.newWallet(5_000_000n)
  const first = await world.transfer(wallet.address, '1')
  await world.runEngine()
  // No block is mined and the pool drops the transaction, as if it had never been sent.
  const before = await world.chain.tokenBalance(RECIPIENT)
  await world.chain.holdMining()
  const second = await world.transfer(wallet.address, '2')
  const run = world.runEngine()
  await expect.poll(async () => (await world.read(second.id)).stage).toBe('broadcast')
  const { txHash } = await world.read(second.id)
  await world.chain.test.dropTransaction({ hash: asHash(txHash) })
  world.chain.resumeMining()
  await run
  expect((await world.read(first.id)).status).toBe('COMPLETED')
  expect(await world.read(second.id)).toMatchObject({ status: 'COMPLETED', txHash, attempts: 1 })
  expect((await world.chain.tokenBalance(RECIPIENT)) - before).toBe(2_000_000n)
})
