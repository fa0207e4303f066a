import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findChain } from '@/server/chains/registry'
import { workerCtx } from '@/server/ctx'
import { type DebitedWorld, openDebitedWorld, usdOf } from '@/server/testing/debited-world'
import { RECIPIENT } from '@/server/testing/engine-world'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { takeBackup } from '@/server/testing/restorable-database'
import { attachOperations } from './attach-operations'

let world: DebitedWorld

beforeAll(async () => {
  world = await openDebitedWorld({ gasStrategy: 'delegation' })
})
beforeEach(() => world.chain.resumeMining())
afterAll(() => world.close())

/** A delegated wallet, whose transactions relayers already submit. */
async function delegatedWallet(tokenUnits: bigint) {
  const wallet = await world.newWallet(tokenUnits)
  const { id } = await world.transfer(wallet.address, '1')
  await world.runUntilEnded(id)
  return wallet
}

const rowsOf = (sent: readonly { id: string }[]) => Promise.all(sent.map(({ id }) => world.rowOf(id)))

/** The outcome of each transaction on chain, and its charge. */
const outcomesOf = async (sent: readonly { id: string }[]) =>
  (await rowsOf(sent)).map(
    ({ status, stage, txHash, nonce, senderAddress, blockNumber, feeWei, feeChargedMicros, error }) => ({
      ...{ status, stage, txHash, nonce, senderAddress, blockNumber, feeWei, feeChargedMicros, error },
    }),
  )

/** Ends the transactions, puts the database back to before they were sent, and ends them again. */
async function endTwice(sent: readonly { id: string }[], beforeSecond: () => Promise<unknown> = async () => {}) {
  const backup = await takeBackup(world.databaseUrl)
  const ids = sent.map(({ id }) => id)
  await world.runUntilEnded(...ids)
  const first = await outcomesOf(sent)
  await backup.restore()
  await beforeSecond()
  expect((await rowsOf(sent)).map(({ stage }) => stage)).toEqual(sent.map(() => 'queued'))
  await world.runUntilEnded(...ids)
  return { first, second: await outcomesOf(sent) }
}

test('transfers that a restored database has as waiting end with their first execution, paid and charged once', async () => {
  const wallet = await delegatedWallet(10_000_000n)
  const before = await world.chain.tokenBalance(RECIPIENT)
  const sent = [await world.transfer(wallet.address, '1'), await world.transfer(wallet.address, '2')]
  const { first, second } = await endTwice(sent)
  expect(first.map(({ status }) => status)).toEqual(['COMPLETED', 'COMPLETED'])
  expect(second).toEqual(first)
  expect((await world.chain.tokenBalance(RECIPIENT)) - before).toBe(3_000_000n)
  for (const { feeWei, feeChargedMicros } of second) expect(feeChargedMicros).toBe(usdOf(feeWei))
  await world.expectSettled()
})

test('a transfer that emptied its wallet is found executed before it fails for lack of funds', async () => {
  const wallet = await delegatedWallet(3_000_000n)
  const sent = [await world.transfer(wallet.address, '2')]
  const { first, second } = await endTwice(sent)
  expect(second).toEqual(first)
  expect(second).toMatchObject([{ status: 'COMPLETED', error: null }])
  await world.expectSettled()
})

test('a call that reverted in its first relayer transaction fails with that result', async () => {
  const wallet = await delegatedWallet(5_000_000n)
  const sent = [await world.transfer(wallet.address, '2')]
  const backup = await takeBackup(world.databaseUrl)
  await world.chain.holdMining()
  const run = world.runEngine()
  await expect.poll(async () => (await rowsOf(sent))[0]?.stage).toBe('broadcast')
  await world.emptyOfTokens(wallet.address)
  world.chain.resumeMining()
  await run
  const first = await outcomesOf(sent)
  expect(first).toMatchObject([{ status: 'FAILED', error: expect.stringMatching(/ERC20InsufficientBalance/) }])
  await backup.restore()
  await world.chain.fundToken(wallet.address, 5_000_000n)
  await world.runUntilEnded(...sent.map(({ id }) => id))
  expect(await outcomesOf(sent)).toEqual(first)
  expect(await world.chain.tokenBalance(wallet.address)).toBe(5_000_000n)
})

test('a transfer that was replaced after the backup ends with the attempt that was mined', async () => {
  const wallet = await delegatedWallet(5_000_000n)
  await world.chain.holdMining()
  const sent = [await world.transfer(wallet.address, '1')]
  const [{ id } = { id: '' }] = sent
  const run = world.runEngine()
  await expect.poll(async () => (await world.rowOf(id)).stage).toBe('broadcast')
  const backup = await takeBackup(world.databaseUrl)
  await world.setTransaction(id, { speedUpRequestedAt: new Date() })
  await world.reasonsOf(id).toEqual(['first', 'bump'])
  world.chain.resumeMining()
  await run
  await world.runUntilEnded(id)
  const first = await outcomesOf(sent)
  expect(first).toMatchObject([{ status: 'COMPLETED' }])
  await backup.restore()
  await world.runUntilEnded(id)
  expect(await outcomesOf(sent)).toEqual(first)
  await world.expectSettled()
})

test('cancelling a second relayer transaction does not undo the first', async () => {
  const wallet = await delegatedWallet(5_000_000n)
  const sent = [await world.transfer(wallet.address, '1')]
  const [{ id } = { id: '' }] = sent
  const backup = await takeBackup(world.databaseUrl)
  await world.runUntilEnded(id)
  const first = await outcomesOf(sent)
  await world.chain.holdMining()
  await backup.restore()
  const run = world.runEngine()
  await expect.poll(async () => (await world.rowOf(id)).stage).toBe('broadcast')
  await world.cancel(id)
  await world.reasonsOf(id).toEqual(['first', 'cancel'])
  world.chain.resumeMining()
  await run
  await world.runUntilEnded(id)
  expect(await outcomesOf(sent)).toEqual(first)
  await world.expectSettled()
})

test('attaches open transactions to their executions without signing anything', async () => {
  const wallet = await delegatedWallet(10_000_000n)
  const sent = [await world.transfer(wallet.address, '1'), await world.transfer(wallet.address, '2')]
  const ids = sent.map(({ id }) => id)
  const backup = await takeBackup(world.databaseUrl)
  await world.runUntilEnded(...ids)
  const first = await outcomesOf(sent)
  await backup.restore()
  const waiting = await world.transfer(wallet.address, '3')
  const chain = await findChain(CHAIN_ID)
  if (!chain) throw new Error('the chain is missing')
  expect((await attachOperations(workerCtx(), chain)).toSorted()).toEqual(ids.toSorted())
  expect((await world.rowOf(waiting.id)).stage).toBe('queued')
  await world.runUntilEnded(...ids, waiting.id)
  expect(await outcomesOf(sent)).toEqual(first)
  for (const id of ids) expect((await world.attemptsOf(id)).map(({ reason }) => reason)).toEqual(['found'])
  expect((await world.attemptsOf(waiting.id)).map(({ reason }) => reason)).toEqual(['first'])
  await world.expectSettled()
})
