import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { chains, transactionAttempts } from '@/db/schema'
import { forgetChains } from '@/server/chains/registry'
import { inTenant, workerCtx } from '@/server/ctx'
import { knownDatabase } from '@/server/recovery/known-database'
import { attemptsOf, CLUSTER_ID, rowOf, runEngine, SOL } from '@/server/testing/local-solana'
import { requireChain } from '@/server/testing/require-chain'
import {
  claimCluster,
  knowsNothing,
  openSolanaFaultWorld,
  releaseCluster,
  stageOf,
  storeWithoutSending,
} from '@/server/testing/solana-fault-world'
import { someone } from '@/server/testing/solana-world'
import { cancelTransaction } from '@/server/transactions/cancel-transaction'
import { fillQueue } from './fill-queue'
import { loadQueue } from './load-queue'
import { storeAttempts } from './store-attempts'
import { watchOpen } from './watch-open'

const world = openSolanaFaultWorld()

test('puts a transfer back whose status is lost, and finds it again, without a second signature', async () => {
  const db = workerCtx().db
  await db.update(chains).set({ confirmations: 32 }).where(eq(chains.chainId, CLUSTER_ID))
  forgetChains()
  world.cleanUps.push(async () => {
    await db.update(chains).set({ confirmations: 1 }).where(eq(chains.chainId, CLUSTER_ID))
    forgetChains()
  })
  const [wallet, recipient] = [await world.fundedWallet(), someone()]
  await world.solana.control('setSlotMs', 0)
  world.cleanUps.push(() => world.solana.control('setSlotMs', 50))
  const id = await world.business.transfer(wallet, recipient, '1')
  const run = runEngine()
  await stageOf(id).toBe('broadcast')
  await world.solana.control('advanceSlots', 2)
  await stageOf(id).toBe('mined')
  const { txHash } = await rowOf(id)
  await world.solana.control('forget', txHash)
  await stageOf(id).toBe('broadcast')
  await world.solana.control('recall', txHash)
  await stageOf(id).toBe('mined')
  expect(await rowOf(id)).toMatchObject({ status: 'PENDING' })
  await world.solana.control('advanceSlots', 40)
  await run
  expect(await rowOf(id)).toMatchObject({ status: 'COMPLETED', txHash })
  expect(await attemptsOf(id)).toHaveLength(1)
  expect(await world.solana.balance(recipient)).toBe(SOL)
})

test('trusts the one endpoint that found a signature over the one that did not', async () => {
  const lies = await world.addLiar('reader', knowsNothing)
  const [wallet, recipient] = [await world.fundedWallet(), someone()]
  const id = await world.business.transfer(wallet, recipient, '1')
  const run = runEngine()
  await stageOf(id).toBe('broadcast')
  await expect.poll(() => world.solana.balance(recipient)).toBe(SOL)
  await world.solana.control('expireBlockhashes')
  await run
  expect(lies()).toBeGreaterThan(0)
  expect(await rowOf(id)).toMatchObject({ status: 'COMPLETED' })
  expect(await attemptsOf(id)).toHaveLength(1)
  expect(await world.solana.balance(recipient)).toBe(SOL)
})

test('does not count silence or an error as proof: without two witnesses it waits', async () => {
  await world.addLiar('witness', ({ method, params }) =>
    method === 'getSignatureStatuses' && JSON.stringify(params).includes('"searchTransactionHistory":true')
      ? { error: { code: -32011, message: 'Transaction history is not available from this node' } }
      : undefined,
  )
  const [wallet, recipient] = [await world.fundedWallet(), someone()]
  await world.solana.control('dropTransactions', 1_000)
  const id = await world.business.transfer(wallet, recipient, '1')
  const chain = await requireChain(CLUSTER_ID)
  const lease = await claimCluster('alone')
  if (!lease) throw new Error('no lease')
  await fillQueue(workerCtx(), chain, { lease, queue: await loadQueue(workerCtx(), chain) })
  const memory = { slot: 0n, provedAt: 0 }
  expect(await watchOpen(workerCtx(), chain, { cursor: lease, memory })).toEqual([])
  await world.solana.control('expireBlockhashes')
  expect(await watchOpen(workerCtx(), chain, { cursor: lease, memory: { ...memory } })).toEqual([])
  const { txHash } = await rowOf(id)
  // With the other endpoint switched off, the only one left is enough.
  await world.cleanUps.shift()?.()
  expect(
    await watchOpen(workerCtx(), await requireChain(CLUSTER_ID), { cursor: lease, memory: { ...memory } }),
  ).toEqual([txHash])
  await releaseCluster('alone')
  await world.solana.control('dropTransactions', 0)
  await runEngine()
  expect(await rowOf(id)).toMatchObject({ status: 'COMPLETED' })
  expect(await world.solana.balance(recipient)).toBe(SOL)
})

test('fails no transfer for a balance that only a lagging endpoint reports', async () => {
  const recipient = someone()
  const lies = await world.addLiar('reader', ({ method }, truth) =>
    method === 'getMultipleAccounts' && JSON.stringify(truth.result).includes(`"lamports":${Number(10n * SOL)}`)
      ? { result: { ...Object(truth.result), value: Object(truth.result).value.map(() => null) } }
      : undefined,
  )
  await world.solana.setBalance(recipient, SOL)
  const wallet = await world.fundedWallet()
  const id = await world.business.transfer(wallet, recipient, '1')
  const chain = await requireChain(CLUSTER_ID)
  const lease = await claimCluster('misled')
  if (!lease) throw new Error('no lease')
  await fillQueue(workerCtx(), chain, { lease, queue: await loadQueue(workerCtx(), chain) })
  await releaseCluster('misled')
  expect(lies()).toBeGreaterThan(0)
  expect(await rowOf(id)).toMatchObject({ status: 'PENDING', stage: 'queued' })
  await world.cleanUps.shift()?.()
  await runEngine()
  expect(await rowOf(id)).toMatchObject({ status: 'COMPLETED' })
})

test('asks an operator about an attempt that is too old for a proof, and ends it when the operator cancels', async () => {
  const db = workerCtx().db
  const [wallet, recipient] = [await world.fundedWallet(), someone()]
  await world.solana.control('dropTransactions', 1_000)
  const id = await world.business.transfer(wallet, recipient, '1')
  const run = runEngine()
  await stageOf(id).toBe('broadcast')
  const cancel = () => inTenant(world.tenant, (own) => cancelTransaction(own, { transactionId: id, reason: 'a slip' }))
  await expect(cancel()).rejects.toMatchObject({ code: 'conflict' })
  await db
    .update(transactionAttempts)
    .set({ createdAt: sql`now() - interval '7 hours'` })
    .where(eq(transactionAttempts.transactionId, id))
  await world.solana.control('expireBlockhashes')
  expect(await run).toEqual({ unfinished: false })
  expect(await rowOf(id)).toMatchObject({ status: 'PENDING', needsOperator: expect.stringContaining('6 hours') })
  await inTenant(world.tenant, (own) => cancelTransaction(own, { transactionId: id, reason: 'looked it up' }))
  await runEngine()
  expect(await rowOf(id)).toMatchObject({ status: 'FAILED', error: 'Cancelled before it reached the chain' })
  expect(await attemptsOf(id)).toHaveLength(1)
  expect(await world.solana.balance(recipient)).toBe(0n)
})

test('reports a transfer that the chain refused after a good simulation, with its cost', async () => {
  const [wallet, recipient] = [await world.fundedWallet(), someone()]
  const id = await world.business.transfer(wallet, recipient, '4')
  const { lease, signed } = await storeWithoutSending()
  await storeAttempts(lease, { attempts: signed, database: knownDatabase() })
  await world.solana.setBalance(wallet, SOL)
  await releaseCluster('crashed')
  await runEngine()
  expect(await rowOf(id)).toMatchObject({
    status: 'FAILED',
    error: 'The wallet holds less than the transfer moves',
    feeWei: 10_000n,
    txHash: signed[0]?.signature,
  })
  expect(await world.solana.balance(recipient)).toBe(0n)
})
