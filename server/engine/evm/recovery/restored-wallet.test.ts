import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { alarms, recoveries } from '@/db/schema'
import { forgetCaches } from '@/server/changing-cache'
import { workerCtx } from '@/server/ctx'
import { beginRestoreRecovery } from '@/server/engine/recovery/begin-restore-recovery'
import { snapshotChains } from '@/server/engine/recovery/snapshot-chains'
import { enterRecovery } from '@/server/recovery/enter-recovery'
import { type EngineWorld, openEngineWorld, RECIPIENT } from '@/server/testing/engine-world'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { endRecoveries } from '@/server/testing/open-recovery'
import { takeBackup } from '@/server/testing/restorable-database'
import { addSkippedWallets } from '@/server/wallets/add-skipped-wallets'
import { forgetActiveWallets } from '@/server/wallets/require-active-wallet'

let world: EngineWorld
let address: string
let before: bigint
beforeAll(async () => {
  world = await openEngineWorld()
  await world.newWallet()
})
afterAll(() => world.close())

const paid = async () => (await world.chain.tokenBalance(RECIPIENT)) - before

/** A wallet that was made after the backup and has sent since; the restore has added it again. */
beforeEach(async () => {
  const backup = await takeBackup(world.databaseUrl)
  ;({ address } = await world.newWallet(5_000_000n))
  before = await world.chain.tokenBalance(RECIPIENT)
  const { id } = await world.transfer(address, '1')
  await world.runUntilEnded(id)
  await backup.restore()
  forgetCaches()
  forgetActiveWallets()
  await beginRestoreRecovery({ cause: 'rewound', message: 'A backup was restored' })
  await addSkippedWallets(workerCtx())
})

const openAlarms = () =>
  workerCtx()
    .db.select({ kind: alarms.kind })
    .from(alarms)
    .where(and(eq(alarms.subject, address), eq(alarms.chainId, CHAIN_ID), isNull(alarms.closedAt)))

test('a repeated transfer of a wallet that the backup lacks is held', async () => {
  await expect
    .poll(
      async () => {
        await snapshotChains(workerCtx())
        return (await workerCtx().db.select().from(recoveries)).flatMap(({ lost }) => lost)
      },
      { timeout: 30_000 },
    )
    .toMatchObject([{ fromAddress: address }])
  await endRecoveries()
  const { id } = await world.transfer(address, '1')
  await world.runEngine()
  expect(await world.rowOf(id)).toMatchObject({ status: 'PENDING', stage: 'awaiting_approval' })
  expect(await paid()).toBe(1_000_000n)
  const { id: other } = await world.transfer(address, '2')
  await world.runUntilEnded(other)
  expect(await paid()).toBe(3_000_000n)
})

test('a wallet that no recovery has compared sends nothing that may be a repetition until one has', async () => {
  await endRecoveries()
  const { id } = await world.transfer(address, '1')
  await world.runEngine()
  await world.runEngine()
  expect(await world.rowOf(id)).toMatchObject({ status: 'PENDING', stage: 'queued' })
  expect(await openAlarms()).toEqual([{ kind: 'needs_operator' }])
  expect(await paid()).toBe(1_000_000n)

  await enterRecovery(workerCtx(), { cause: 'stopped', message: 'An operator stopped sending' })
  await snapshotChains(workerCtx())
  await endRecoveries()
  // The first is in blocks so recent that they are read: the repetition ends with it.
  await world.runUntilEnded(id)
  expect(await world.rowOf(id)).toMatchObject({ status: 'COMPLETED' })
  expect(await paid()).toBe(1_000_000n)
  const { id: other } = await world.transfer(address, '2')
  await world.runUntilEnded(other)
  expect(await paid()).toBe(3_000_000n)
})
