import { Keypair } from '@solana/web3.js'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { alarms, chainCursors, chains, rpcEndpoints, transactionAttempts } from '@/db/schema'
import { createTenant, testDatabase } from '@/db/testing'
import { type Chain, findChain, forgetChains } from '@/server/chains/registry'
import { preferEndpoint } from '@/server/chains/rpc/readers'
import { checkEndpoint } from '@/server/chains/rpc/verify-endpoint'
import { inTenant, type Tenant, workerCtx } from '@/server/ctx'
import { cancelTransaction } from '@/server/transactions/cancel-transaction'
import { claimChain, releaseChain } from '@/server/transactions/solana/claim-chain'
import { findFeePayer } from '@/server/transactions/solana/ensure-fee-payer'
import { fillQueue } from '@/server/transactions/solana/fill-queue'
import { loadQueue } from '@/server/transactions/solana/load-queue'
import { planTransfers } from '@/server/transactions/solana/plan-transfers'
import { readPlanFacts } from '@/server/transactions/solana/read-plan-facts'
import { signTransfers } from '@/server/transactions/solana/sign-transfers'
import { LeaseLostError, storeAttempts } from '@/server/transactions/solana/store-attempts'
import { watchOpen } from '@/server/transactions/solana/watch-open'
import {
  attemptsOf,
  CLUSTER_ID,
  type LocalSolana,
  rowOf,
  runPump,
  SOL,
  solanaBusiness,
  startLocalSolana,
} from './local-solana'
import { type Lie, startLyingNode } from './lying-node'

// Slots follow each other in real time here, and a busy machine gives a test little of it.
vi.setConfig({ testTimeout: 60_000 })

let database: Awaited<ReturnType<typeof testDatabase>>
let solana: LocalSolana
let tenant: Tenant
let business: ReturnType<typeof solanaBusiness>
const cleanUps: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  database = await testDatabase()
  solana = await startLocalSolana()
  tenant = await createTenant()
  business = solanaBusiness(tenant)
})
afterEach(async () => {
  await solana.control('dropTransactions', 0)
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
  await ctx().db.update(chainCursors).set({ leaseOwner: null, leaseUntil: null })
})
afterAll(async () => {
  await solana.stop()
  await database.close()
})

const someone = () => Keypair.generate().publicKey.toBase58()
const ctx = () => workerCtx()

async function devnet(): Promise<Chain> {
  const chain = await findChain(CLUSTER_ID)
  if (!chain) throw new Error('no chain')
  return chain
}

async function fundedWallet(): Promise<string> {
  const wallet = await business.newWallet()
  await solana.setBalance(wallet, 10n * SOL)
  return wallet
}

/** Waits for a row to come to a stage while a pump runs. */
function stageOf(id: string) {
  return expect.poll(async () => (await rowOf(id)).stage, { timeout: 20_000, interval: 20 })
}

/** Signs and stores what is queued as the engine does, and stops there, as a crash would. */
async function storeWithoutSending() {
  const chain = await devnet()
  const lease = await claimChain(ctx(), CLUSTER_ID, 'crashed')
  const feePayer = await findFeePayer(ctx())
  if (!lease || !feePayer) throw new Error('not set up')
  const queue = await loadQueue(ctx(), chain)
  const plan = planTransfers(queue, await readPlanFacts(ctx(), chain, { queue, feePayer: feePayer.address }))
  const { signed } = await signTransfers(ctx(), chain, { planned: plan.send, feePayer })
  return { chain, lease, signed, queue }
}

/** Another endpoint for one test, in front of the first: the one that is read from, or only a witness. Tells how often it lied. */
async function addLiar(role: 'reader' | 'witness', lie: Lie): Promise<() => number> {
  const node = await startLyingNode(solana.rpcUrl, lie)
  const liar = { chainId: CLUSTER_ID, url: node.url, label: 'liar', priority: role === 'reader' ? -1 : 5 }
  const [row] = await ctx().db.insert(rpcEndpoints).values(liar).returning()
  forgetChains()
  cleanUps.push(async () => {
    await ctx()
      .db.delete(rpcEndpoints)
      .where(eq(rpcEndpoints.id, row?.id ?? ''))
    forgetChains()
    await node.stop()
  })
  const chain = await devnet()
  const endpoint = chain.endpoints.find(({ label }) => label === 'liar')
  if (!endpoint) throw new Error('the liar is not known')
  await checkEndpoint(chain, endpoint)
  if (role === 'reader') preferEndpoint(chain, endpoint)
  return node.lies
}

const knowsNothing: Lie = ({ method, params }, truth) =>
  method === 'getSignatureStatuses' && Array.isArray(params) && Array.isArray(params[0])
    ? { result: { ...Object(truth.result), value: params[0].map(() => null) } }
    : undefined

test('sends the same bytes again until they are included', async () => {
  const [wallet, recipient] = [await fundedWallet(), someone()]
  await solana.control('dropTransactions', 2)
  const id = await business.transfer(wallet, recipient, '1')
  await runPump()
  const [attempt, ...others] = await attemptsOf(id)
  expect(others).toEqual([])
  expect(attempt?.sends).toBe(3)
  expect(await rowOf(id)).toMatchObject({ status: 'COMPLETED', txHash: attempt?.txHash })
  expect(await solana.balance(recipient)).toBe(SOL)
})

test('signs anew once the blockhash expired for certain, and moves the money once', async () => {
  const [wallet, recipient] = [await fundedWallet(), someone()]
  await solana.control('dropTransactions', 1_000)
  const id = await business.transfer(wallet, recipient, '1')
  const run = runPump()
  await stageOf(id).toBe('broadcast')
  const { txHash: first } = await rowOf(id)
  await solana.control('expireBlockhashes')
  await expect.poll(async () => (await attemptsOf(id)).length, { timeout: 20_000 }).toBe(2)
  await solana.control('dropTransactions', 0)
  await run
  const attempts = await attemptsOf(id)
  expect(attempts.map(({ reason }) => reason)).toEqual(['first', 'resign'])
  expect(attempts[0]?.txHash).toBe(first)
  expect(attempts[1]?.maxPriorityFeePerGas).toBe(10_000n)
  expect(await rowOf(id)).toMatchObject({ status: 'COMPLETED', txHash: attempts[1]?.txHash })
  expect(await solana.balance(recipient)).toBe(SOL)
})

test('sends stored bytes that a crash left unsent', async () => {
  const [wallet, recipient] = [await fundedWallet(), someone()]
  const id = await business.transfer(wallet, recipient, '1')
  const { lease, signed } = await storeWithoutSending()
  await storeAttempts(lease, signed)
  await releaseChain(ctx(), CLUSTER_ID, 'crashed')
  expect(await rowOf(id)).toMatchObject({ stage: 'signed', txHash: signed[0]?.signature })
  await runPump()
  expect(await rowOf(id)).toMatchObject({ status: 'COMPLETED', txHash: signed[0]?.signature })
  expect(await attemptsOf(id)).toHaveLength(1)
  expect(await solana.balance(recipient)).toBe(SOL)
})

test('stores nothing for a holder of the lease that overslept', async () => {
  const [wallet, recipient] = [await fundedWallet(), someone()]
  const id = await business.transfer(wallet, recipient, '1')
  const { lease, signed } = await storeWithoutSending()
  await ctx().db.execute(
    sql`update chain_cursors set lease_until = now() - interval '1 second' where chain_id = ${CLUSTER_ID}`,
  )
  const next = await claimChain(ctx(), CLUSTER_ID, 'next')
  await expect(storeAttempts(lease, signed)).rejects.toThrow(LeaseLostError)
  expect(await attemptsOf(id)).toEqual([])
  // Nor for the holder of the lease, once the transfer is signed.
  if (!next) throw new Error('no lease')
  await storeAttempts(next, signed)
  await expect(storeAttempts(next, signed)).rejects.toThrow()
  await releaseChain(ctx(), CLUSTER_ID, 'next')
  await runPump()
  expect(await attemptsOf(id)).toHaveLength(1)
  expect(await solana.balance(recipient)).toBe(SOL)
})

test('signs a transfer once when two workers take it up at the same moment', async () => {
  const [wallet, recipient] = [await fundedWallet(), someone()]
  const id = await business.transfer(wallet, recipient, '1')
  const chain = await devnet()
  const lease = await claimChain(ctx(), CLUSTER_ID, 'both')
  if (!lease) throw new Error('no lease')
  const queue = await loadQueue(ctx(), chain)
  const ends = await Promise.allSettled(Array.from({ length: 4 }, () => fillQueue(ctx(), chain, { lease, queue })))
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await releaseChain(ctx(), CLUSTER_ID, 'both')
  await runPump()
  expect(await attemptsOf(id)).toHaveLength(1)
  expect(await solana.balance(recipient)).toBe(SOL)
})

test('gives the lease to one worker at a time', async () => {
  const claims = await Promise.all(['a', 'b', 'c'].map((owner) => claimChain(ctx(), CLUSTER_ID, owner)))
  const [held, ...others] = claims.filter((lease) => lease !== null)
  expect(others).toEqual([])
  await releaseChain(ctx(), CLUSTER_ID, held?.owner ?? '')
  expect((await claimChain(ctx(), CLUSTER_ID, 'd'))?.fence).toBe((held?.fence ?? 0) + 1)
  await releaseChain(ctx(), CLUSTER_ID, 'd')
})

test('waits for an empty fee payer with a reason and an alarm, and goes on once it is filled', async () => {
  const [wallet, recipient] = [await fundedWallet(), someone()]
  await solana.setBalance(solana.feePayer, 900_000n)
  const id = await business.transfer(wallet, recipient, '1')
  const run = runPump()
  const openAlarms = () =>
    ctx()
      .db.select()
      .from(alarms)
      .where(and(eq(alarms.kind, 'gas_wallet_low'), isNull(alarms.closedAt)))
  await expect.poll(async () => (await openAlarms()).map(({ subject }) => subject)).toEqual([solana.feePayer])
  const [lane] = [
    ...(await ctx().db.execute(sql`select blocked_reason as reason from lanes where address = ${wallet}`)),
  ]
  expect(lane).toEqual({ reason: "Waiting for the platform's fee payer to be refilled" })
  expect(await rowOf(id)).toMatchObject({ status: 'PENDING', stage: 'queued' })
  await solana.setBalance(solana.feePayer, 100n * SOL)
  await run
  expect(await rowOf(id)).toMatchObject({ status: 'COMPLETED' })
  expect(await openAlarms()).toEqual([])
})

test('puts a transfer back whose status is lost, and finds it again, without a second signature', async () => {
  const db = ctx().db
  await db.update(chains).set({ confirmations: 32 }).where(eq(chains.chainId, CLUSTER_ID))
  forgetChains()
  cleanUps.push(async () => {
    await db.update(chains).set({ confirmations: 1 }).where(eq(chains.chainId, CLUSTER_ID))
    forgetChains()
  })
  const [wallet, recipient] = [await fundedWallet(), someone()]
  await solana.control('setSlotMs', 0)
  cleanUps.push(() => solana.control('setSlotMs', 50))
  const id = await business.transfer(wallet, recipient, '1')
  const run = runPump()
  await stageOf(id).toBe('broadcast')
  await solana.control('advanceSlots', 2)
  await stageOf(id).toBe('mined')
  const { txHash } = await rowOf(id)
  await solana.control('forget', txHash)
  await stageOf(id).toBe('broadcast')
  await solana.control('recall', txHash)
  await stageOf(id).toBe('mined')
  expect(await rowOf(id)).toMatchObject({ status: 'PENDING' })
  await solana.control('advanceSlots', 40)
  await run
  expect(await rowOf(id)).toMatchObject({ status: 'COMPLETED', txHash })
  expect(await attemptsOf(id)).toHaveLength(1)
  expect(await solana.balance(recipient)).toBe(SOL)
})

test('believes the one endpoint that found a signature over the one that did not', async () => {
  const lies = await addLiar('reader', knowsNothing)
  const [wallet, recipient] = [await fundedWallet(), someone()]
  const id = await business.transfer(wallet, recipient, '1')
  const run = runPump()
  await stageOf(id).toBe('broadcast')
  await expect.poll(() => solana.balance(recipient)).toBe(SOL)
  await solana.control('expireBlockhashes')
  await run
  expect(lies()).toBeGreaterThan(0)
  expect(await rowOf(id)).toMatchObject({ status: 'COMPLETED' })
  expect(await attemptsOf(id)).toHaveLength(1)
  expect(await solana.balance(recipient)).toBe(SOL)
})

test('does not take silence or an error for a proof: without two witnesses it waits', async () => {
  await addLiar('witness', ({ method, params }) =>
    method === 'getSignatureStatuses' && JSON.stringify(params).includes('"searchTransactionHistory":true')
      ? { error: { code: -32011, message: 'Transaction history is not available from this node' } }
      : undefined,
  )
  const [wallet, recipient] = [await fundedWallet(), someone()]
  await solana.control('dropTransactions', 1_000)
  const id = await business.transfer(wallet, recipient, '1')
  const chain = await devnet()
  const lease = await claimChain(ctx(), CLUSTER_ID, 'alone')
  if (!lease) throw new Error('no lease')
  await fillQueue(ctx(), chain, { lease, queue: await loadQueue(ctx(), chain) })
  const memory = { slot: 0n, provedAt: 0 }
  expect(await watchOpen(ctx(), chain, memory)).toEqual([])
  await solana.control('expireBlockhashes')
  expect(await watchOpen(ctx(), chain, { ...memory })).toEqual([])
  const { txHash } = await rowOf(id)
  // With the other endpoint out of use, the only one left is proof enough.
  await cleanUps.shift()?.()
  expect(await watchOpen(ctx(), await devnet(), { ...memory })).toEqual([txHash])
  await releaseChain(ctx(), CLUSTER_ID, 'alone')
  await solana.control('dropTransactions', 0)
  await runPump()
  expect(await rowOf(id)).toMatchObject({ status: 'COMPLETED' })
  expect(await solana.balance(recipient)).toBe(SOL)
})

test('fails nobody for a balance that only a lagging endpoint reports', async () => {
  const recipient = someone()
  const lies = await addLiar('reader', ({ method }, truth) =>
    method === 'getMultipleAccounts' && JSON.stringify(truth.result).includes(`"lamports":${Number(10n * SOL)}`)
      ? { result: { ...Object(truth.result), value: Object(truth.result).value.map(() => null) } }
      : undefined,
  )
  await solana.setBalance(recipient, SOL)
  const wallet = await fundedWallet()
  const id = await business.transfer(wallet, recipient, '1')
  const chain = await devnet()
  const lease = await claimChain(ctx(), CLUSTER_ID, 'misled')
  if (!lease) throw new Error('no lease')
  await fillQueue(ctx(), chain, { lease, queue: await loadQueue(ctx(), chain) })
  await releaseChain(ctx(), CLUSTER_ID, 'misled')
  expect(lies()).toBeGreaterThan(0)
  expect(await rowOf(id)).toMatchObject({ status: 'PENDING', stage: 'queued' })
  await cleanUps.shift()?.()
  await runPump()
  expect(await rowOf(id)).toMatchObject({ status: 'COMPLETED' })
})

test('leaves an attempt to a person that is too old for a proof, and ends it when that person cancels', async () => {
  const db = ctx().db
  const [wallet, recipient] = [await fundedWallet(), someone()]
  await solana.control('dropTransactions', 1_000)
  const id = await business.transfer(wallet, recipient, '1')
  const run = runPump()
  await stageOf(id).toBe('broadcast')
  const cancel = () => inTenant(tenant, (own) => cancelTransaction(own, { transactionId: id, reason: 'a slip' }))
  await expect(cancel()).rejects.toMatchObject({ code: 'conflict' })
  await db
    .update(transactionAttempts)
    .set({ createdAt: sql`now() - interval '7 hours'` })
    .where(eq(transactionAttempts.transactionId, id))
  await solana.control('expireBlockhashes')
  expect(await run).toEqual({ unfinished: false })
  expect(await rowOf(id)).toMatchObject({ status: 'PENDING', needsOperator: expect.stringContaining('6 hours') })
  await inTenant(tenant, (own) => cancelTransaction(own, { transactionId: id, reason: 'looked it up' }))
  await runPump()
  expect(await rowOf(id)).toMatchObject({ status: 'FAILED', error: 'Cancelled before it reached the chain' })
  expect(await attemptsOf(id)).toHaveLength(1)
  expect(await solana.balance(recipient)).toBe(0n)
})

test('reports a transfer that the chain refused after a good simulation, with its cost', async () => {
  const [wallet, recipient] = [await fundedWallet(), someone()]
  const id = await business.transfer(wallet, recipient, '4')
  const { lease, signed } = await storeWithoutSending()
  await storeAttempts(lease, signed)
  await solana.setBalance(wallet, SOL)
  await releaseChain(ctx(), CLUSTER_ID, 'crashed')
  await runPump()
  expect(await rowOf(id)).toMatchObject({
    status: 'FAILED',
    error: 'The wallet holds less than the transfer moves',
    feeWei: 10_000n,
    txHash: signed[0]?.signature,
  })
  expect(await solana.balance(recipient)).toBe(0n)
})
