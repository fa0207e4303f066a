import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '@/db/new-id'
import { alarms, transactionAttempts, transactions } from '@/db/schema'
import { runWatchers } from '@/server/alarms/run-watchers'
import { findChain } from '@/server/chains/registry'
import { workerCtx } from '@/server/ctx'
import { engineWatcher } from '@/server/engine/engine-watcher'
import { type EngineWorld, openEngineWorld, RECIPIENT } from '@/server/testing/engine-world'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { alarmedOf } from '@/server/testing/open-alarms'
import { resendReorged } from './resend-reorged'

let world: EngineWorld

beforeAll(async () => {
  world = await openEngineWorld()
})
afterAll(() => world.close())

const db = () => workerCtx().db
const alarmsOf = (ids: string[]) =>
  db().$count(alarms, and(eq(alarms.kind, 'deep_reorg'), inArray(alarms.subject, ids)))

test('sends a final transaction again, once, after a reorg removed its block, and raises an alarm', async () => {
  const wallet = await world.newWallet(50_000_000n)
  const { id } = await world.transfer(wallet.address, '2')
  await world.runUntilEnded(id)
  const before = await world.chain.tokenBalance(RECIPIENT)
  await world.chain.holdMining()
  const { blockNumber } = await world.rowOf(id)
  const head = await world.chain.rpc.getBlockNumber({ cacheTime: 0 })
  await world.chain.rebuild(Number(head - (blockNumber ?? head)) + 1)
  expect(await world.chain.tokenBalance(RECIPIENT)).toBe(before - 2_000_000n)
  world.chain.resumeMining()
  const next = await world.transfer(wallet.address, '3')
  await world.runUntilEnded(next.id)
  expect(await world.chain.tokenBalance(RECIPIENT)).toBe(before + 3_000_000n)
  expect(await alarmsOf([id])).toBe(1)
  await runWatchers(workerCtx(), [engineWatcher])
  expect(await alarmedOf('deep_reorg')).toEqual([])
})

test('checks any number of ended transactions', async () => {
  const chain = await findChain(CHAIN_ID)
  if (!chain) throw new Error('the chain is seeded')
  const wallet = await world.newWallet()
  const { id: _id, ...like } = await world.rowOf((await world.transfer(wallet.address, '1')).id)
  const ids = Array.from({ length: 510 }, () => newId())
  const hashOf = (index: number) => `0x${index.toString(16).padStart(64, '0')}`
  const oldHead = 1_000_000n
  await db()
    .insert(transactions)
    .values(
      ids.map((id, nonce) => ({
        ...like,
        id,
        nonce,
        senderAddress: like.fromAddress,
        txHash: hashOf(nonce),
        blockNumber: oldHead,
        status: 'COMPLETED' as const,
        stage: 'final' as const,
      })),
    )
  await db()
    .insert(transactionAttempts)
    .values(
      ids.map((transactionId, nonce) => ({
        businessId: like.businessId,
        transactionId,
        chainId: CHAIN_ID,
        fromAddress: like.fromAddress,
        nonce,
        txHash: hashOf(nonce),
        rawTransaction: new Uint8Array([2]),
        gasLimit: 21_000n,
        maxFeePerGas: 1n,
        maxPriorityFeePerGas: 1n,
      })),
    )
  await resendReorged(workerCtx(), chain, oldHead)
  await runWatchers(workerCtx(), [engineWatcher])
  expect((await alarmedOf('deep_reorg')).toSorted()).toEqual(ids.toSorted())
  const sent = and(inArray(transactionAttempts.transactionId, ids), eq(transactionAttempts.sends, 1))
  expect(await db().$count(transactionAttempts, sent)).toBe(ids.length)
})
