import { afterAll, beforeAll, expect, test } from 'vitest'
import { workerCtx } from '@/server/ctx'
import { fillQueue } from '@/server/engine/solana/fill-queue'
import { loadQueue } from '@/server/engine/solana/load-queue'
import { findRecovery } from '@/server/recovery/find-recovery'
import { CLUSTER_ID, rowOf, runEngine, SOL } from '@/server/testing/local-solana'
import { endRecoveries, openRecovery } from '@/server/testing/open-recovery'
import { requireChain } from '@/server/testing/require-chain'
import { takeBackup } from '@/server/testing/restorable-database'
import { claimCluster } from '@/server/testing/solana-fault-world'
import { openSolanaWorld, type SolanaWorld, someone } from '@/server/testing/solana-world'
import { snapshotChains } from './snapshot-chains'

let world: SolanaWorld
beforeAll(async () => {
  world = await openSolanaWorld()
})
afterAll(async () => {
  await endRecoveries()
  await world.close()
})

const compare = async () => {
  await snapshotChains(workerCtx())
  return (await findRecovery(workerCtx()))?.findings[0]
}
/** One turn of an engine that does not come to watch what it sent. */
async function sendQueued(): Promise<void> {
  const [ctx, chain] = [workerCtx(), await requireChain(CLUSTER_ID)]
  const lease = await claimCluster('before the restore')
  if (!lease) throw new Error('another engine holds the cluster')
  await fillQueue(ctx, chain, { lease, queue: await loadQueue(ctx, chain) })
}
const pass = (slots: number) => world.solana.control('advanceSlots', slots)

test('a transfer that was sent before a restore and is included after it is paid once', async () => {
  const wallet = await world.fundedWallet()
  const to = someone()
  const id = await world.business.transfer(wallet, to, '1')
  const backup = await takeBackup(world.databaseUrl)
  await world.solana.control('delayTransactions', 100_000)
  await sendQueued()
  expect(await rowOf(id)).toMatchObject({ stage: 'broadcast' })
  await world.solana.control('delayTransactions', 0)
  await backup.restore()
  expect(await rowOf(id)).toMatchObject({ stage: 'queued' })

  await openRecovery()
  expect(await compare()).toMatchObject({ state: 'ahead', detail: expect.stringMatching(/can still be included/) })
  // It is included, and final.
  await pass(100_000)
  await pass(200)
  expect(await compare()).toMatchObject({ state: 'level' })
  await endRecoveries()
  while ((await rowOf(id)).status === 'PENDING') await runEngine()
  expect(await world.solana.balance(to)).toBe(SOL)
})
