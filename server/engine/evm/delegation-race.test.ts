import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '@/db/client'
import { newId } from '@/db/new-id'
import { type TransactionRow, transactionAttempts, transactions } from '@/db/schema'
import { inWorker, workerCtx } from '@/server/ctx'
import { endTransactions } from '@/server/engine/end-transactions'
import { listPlatformWallets } from '@/server/platform/gas-wallet'
import { platformTransaction } from '@/server/platform/top-up'
import { insertTransactions } from '@/server/queue/insert-transactions'
import { type DebitedWorld, openDebitedWorld, usdOf } from '@/server/testing/debited-world'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { requireChain } from '@/server/testing/require-chain'
import { applyReceipts } from './apply-receipts'
import { failQueued } from './fail-queued'

let world: DebitedWorld

beforeAll(async () => {
  world = await openDebitedWorld({ gasStrategy: 'delegation', confirmations: 3 })
})
afterAll(() => world.close())

/** A queued transfer with a requested, unsigned delegation; no worker runs. */
async function waitingForDelegation() {
  const wallet = await world.newWallet(3_000_000n)
  const { id } = await world.transfer(wallet.address, '2')
  const [relayer] = (await listPlatformWallets(workerCtx())).filter(({ purpose }) => purpose === 'RELAYER')
  if (!relayer) throw new Error('the chain has no relayer')
  const row = {
    ...platformTransaction(await requireChain(), relayer),
    type: 'DELEGATE' as const,
    toAddress: wallet.address,
    amountUnits: 0n,
    servedTransactionId: id,
  }
  await inWorker(({ db }) => insertTransactions(db, [row]))
  const [delegation] = await workerCtx().db.select().from(transactions).where(sql`served_transaction_id = ${id}`)
  if (!delegation) throw new Error('no delegation was asked for')
  return { id, delegation }
}

const hashOf = (id: string) => `0x${id.replaceAll('-', '').repeat(2)}`

/** Marks it as signed and sent; the chain has nothing of it. */
async function sign(db: Database, { id, businessId, fromAddress }: TransactionRow): Promise<void> {
  await db.update(transactions).set({ stage: 'broadcast', laneWalletId: sql`wallet_id` }).where(eq(transactions.id, id))
  await db.insert(transactionAttempts).values({
    id: newId(),
    businessId,
    transactionId: id,
    chainId: CHAIN_ID,
    fromAddress,
    nonce: 1_000_000,
    txHash: hashOf(id),
    rawTransaction: Buffer.from('00', 'hex'),
    gasLimit: 60_000n,
    maxFeePerGas: 10n ** 9n,
    maxPriorityFeePerGas: 1n,
  })
}

/** Signs a delegation, and commits only once `meanwhile` waits for its lock. */
async function whileSigning(delegation: TransactionRow, meanwhile: () => Promise<unknown>) {
  let ending: Promise<unknown> = Promise.resolve()
  await inWorker(async ({ db }) => {
    await sign(db, delegation)
    ending = meanwhile()
    ending.catch(() => {})
    await expect.poll(countWaiting).toBeGreaterThan(0)
  })
  return ending
}

async function countWaiting(): Promise<number> {
  const [row] = await workerCtx().db.execute<{ count: number }>(sql`
    select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
  return row?.count ?? 0
}

test('a cancel during the signing of its delegation waits until that is final, and is not charged the maximum', async () => {
  const { id, delegation } = await waitingForDelegation()
  expect(await whileSigning(delegation, () => world.cancel(id))).toEqual({ outcome: 'requested' })
  expect(await world.rowOf(id)).toMatchObject({ status: 'PENDING', feeChargedMicros: null })
})

test('a doomed transaction ends only after a delegation that is being signed for it is final', async () => {
  const { id, delegation } = await waitingForDelegation()
  const doomed = [{ id, error: 'The wallet is empty' }]
  await whileSigning(delegation, async () => failQueued(await requireChain(), doomed))
  expect(await world.rowOf(id)).toMatchObject({ status: 'PENDING', feeChargedMicros: null })
})

test('without signing both end at once, with the delegation', async () => {
  const { id, delegation } = await waitingForDelegation()
  await failQueued(await requireChain(), [{ id, error: 'The wallet is empty' }])
  expect(await world.rowOf(id)).toMatchObject({ status: 'FAILED', feeChargedMicros: 0n })
  expect(await world.rowOf(delegation.id)).toMatchObject({ status: 'FAILED', nonce: null })
})

test('a transaction in a final block ends together with the delegation it pays for, not before', async () => {
  const { id, delegation } = await waitingForDelegation()
  await inWorker(async ({ db }) => {
    await sign(db, delegation)
    await sign(db, await world.rowOf(id))
  })
  const receiptOf = (row: { id: string }, feeWei: bigint) => ({
    txHash: hashOf(row.id),
    succeeded: true,
    gasUsed: 21_000n,
    feeWei,
    blockNumber: 7n,
    blockHash: `0x${'7'.repeat(64)}`,
    logs: [],
  })
  const own = receiptOf({ id }, 2n * 10n ** 12n)
  const settle = async (receipts: (typeof own)[]) => {
    const found = await requireChain()
    await endTransactions(found, null, (db) => applyReceipts(db, found, 7n, receipts, new Map()))
  }
  await settle([own])
  expect(await world.rowOf(id)).toMatchObject({ status: 'PENDING', stage: 'mined', feeChargedMicros: null })
  await settle([own, receiptOf(delegation, 10n ** 12n)])
  expect(await world.rowOf(delegation.id)).toMatchObject({ status: 'COMPLETED' })
  // The wallet paid its own gas.
  expect(await world.rowOf(id)).toMatchObject({
    status: 'COMPLETED',
    feeChargedMicros: usdOf(10n ** 12n),
  })
})
