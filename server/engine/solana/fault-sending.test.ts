import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { LeaseLostError } from '@/db/lease'
import { workerCtx } from '@/server/ctx'
import { recording } from '@/server/metrics/metric'
import { knownDatabase } from '@/server/recovery/known-database'
import { attemptsOf, CLUSTER_ID, rowOf, runEngine, SOL } from '@/server/testing/local-solana'
import { alarmedOf } from '@/server/testing/open-alarms'
import { requireChain } from '@/server/testing/require-chain'
import {
  claimCluster,
  openSolanaFaultWorld,
  releaseCluster,
  stageOf,
  storeWithoutSending,
} from '@/server/testing/solana-fault-world'
import { someone } from '@/server/testing/solana-world'
import { fillQueue } from './fill-queue'
import { loadQueue } from './load-queue'
import { storeAttempts } from './store-attempts'

const world = openSolanaFaultWorld()

test('sends the same bytes again until they are included', async () => {
  const [wallet, recipient] = [await world.fundedWallet(), someone()]
  await world.solana.control('dropTransactions', 2)
  const took: unknown[] = []
  recording().to = { add: () => {}, record: ({ name }, labels) => took.push([name, labels]) }
  const id = await world.business.transfer(wallet, recipient, '1')
  await runEngine()
  recording().to = null
  expect(took).toEqual([['slipway_accept_to_broadcast_seconds', { chain: `${CLUSTER_ID}`, after: 'nothing' }]])
  const [attempt, ...others] = await attemptsOf(id)
  expect(others).toEqual([])
  expect(attempt?.sends).toBe(3)
  expect(await rowOf(id)).toMatchObject({ status: 'COMPLETED', txHash: attempt?.txHash })
  expect(await world.solana.balance(recipient)).toBe(SOL)
})

test('signs again after the blockhash expired for certain, and moves the money once', async () => {
  const [wallet, recipient] = [await world.fundedWallet(), someone()]
  await world.solana.control('dropTransactions', 1_000)
  const id = await world.business.transfer(wallet, recipient, '1')
  const run = runEngine()
  await stageOf(id).toBe('broadcast')
  const { txHash: first } = await rowOf(id)
  await world.solana.control('expireBlockhashes')
  await expect.poll(async () => (await attemptsOf(id)).length).toBe(2)
  await world.solana.control('dropTransactions', 0)
  await run
  const attempts = await attemptsOf(id)
  expect(attempts.map(({ reason }) => reason)).toEqual(['first', 'resign'])
  expect(attempts[0]?.txHash).toBe(first)
  expect(attempts[1]?.maxPriorityFeePerGas).toBe(10_000n)
  expect(await rowOf(id)).toMatchObject({ status: 'COMPLETED', txHash: attempts[1]?.txHash })
  expect(await world.solana.balance(recipient)).toBe(SOL)
})

test('sends stored bytes that a crash left unsent', async () => {
  const [wallet, recipient] = [await world.fundedWallet(), someone()]
  const id = await world.business.transfer(wallet, recipient, '1')
  const { lease, signed } = await storeWithoutSending()
  await storeAttempts(lease, { attempts: signed, database: knownDatabase() })
  await releaseCluster('crashed')
  expect(await rowOf(id)).toMatchObject({ stage: 'signed', txHash: signed[0]?.signature })
  await runEngine()
  expect(await rowOf(id)).toMatchObject({ status: 'COMPLETED', txHash: signed[0]?.signature })
  expect(await attemptsOf(id)).toHaveLength(1)
  expect(await world.solana.balance(recipient)).toBe(SOL)
})

test('refuses to store for a process whose lease expired', async () => {
  const [wallet, recipient] = [await world.fundedWallet(), someone()]
  const id = await world.business.transfer(wallet, recipient, '1')
  const { lease, signed } = await storeWithoutSending()
  await workerCtx().db.execute(
    sql`update chain_cursors set lease_until = now() - interval '1 second' where chain_id = ${CLUSTER_ID}`,
  )
  const next = await claimCluster('next')
  await expect(storeAttempts(lease, { attempts: signed, database: knownDatabase() })).rejects.toThrow(LeaseLostError)
  expect(await attemptsOf(id)).toEqual([])
  // Not even the holder of the lease may store again once the transfer is signed.
  if (!next) throw new Error('no lease')
  await storeAttempts(next, { attempts: signed, database: knownDatabase() })
  await expect(storeAttempts(next, { attempts: signed, database: knownDatabase() })).rejects.toThrow()
  await releaseCluster('next')
  await runEngine()
  expect(await attemptsOf(id)).toHaveLength(1)
  expect(await world.solana.balance(recipient)).toBe(SOL)
})

test('signs a transfer once when two workers take it at the same moment', async () => {
  const [wallet, recipient] = [await world.fundedWallet(), someone()]
  const id = await world.business.transfer(wallet, recipient, '1')
  const chain = await requireChain(CLUSTER_ID)
  const lease = await claimCluster('both')
  if (!lease) throw new Error('no lease')
  const queue = await loadQueue(workerCtx(), chain)
  const ends = await Promise.allSettled(
    Array.from({ length: 4 }, () => fillQueue(workerCtx(), chain, { lease, queue })),
  )
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await releaseCluster('both')
  await runEngine()
  expect(await attemptsOf(id)).toHaveLength(1)
  expect(await world.solana.balance(recipient)).toBe(SOL)
})

test('gives the lease to one worker at a time', async () => {
  const claims = await Promise.all(['a', 'b', 'c'].map((owner) => claimCluster(owner)))
  const [held, ...others] = claims.filter((lease) => lease !== null)
  expect(others).toEqual([])
  await releaseCluster(held?.owner ?? '')
  expect((await claimCluster('d'))?.fence).toBe((held?.fence ?? 0) + 1)
  await releaseCluster('d')
})

test('waits for an empty fee payer with a reason and an alarm, and continues once it is refilled', async () => {
  const [wallet, recipient] = [await world.fundedWallet(), someone()]
  await world.solana.setBalance(world.solana.feePayer, 900_000n)
  const id = await world.business.transfer(wallet, recipient, '1')
  const run = runEngine()
  await expect.poll(() => alarmedOf('gas_wallet_low')).toEqual([world.solana.feePayer])
  const lanesOf = () =>
    workerCtx().db.execute(sql`select blocked_reason as reason from lanes where address = ${wallet}`)
  // The alarm is raised in a separate database transaction.
  const reason = "Waiting for the platform's fee payer to be refilled"
  await expect.poll(async () => [...(await lanesOf())]).toEqual([{ reason }])
  expect(await rowOf(id)).toMatchObject({ status: 'PENDING', stage: 'queued' })
  await world.solana.setBalance(world.solana.feePayer, 100n * SOL)
  await run
  expect(await rowOf(id)).toMatchObject({ status: 'COMPLETED' })
  expect(await alarmedOf('gas_wallet_low')).toEqual([])
})
