import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetCaches } from '@/server/changing-cache'
import { inOperator, workerCtx } from '@/server/ctx'
import { cancelAsOperator } from '@/server/lanes/cancel-as-operator'
import { findRecovery } from '@/server/recovery/find-recovery'
import { anyOperator } from '@/server/testing/any-operator'
import { type EngineWorld, openEngineWorld, RECIPIENT } from '@/server/testing/engine-world'
import { takeBackup } from '@/server/testing/restorable-database'
import { beginRestoreRecovery } from './begin-restore-recovery'
import { leaveRecovery } from './leave-recovery'
import { forgetStops, recordStops } from './stops/record-stops'

const folder = mkdtempSync(join(tmpdir(), 'slipway-stops-'))
process.env.RESTORE_MARK_FILE = join(folder, 'mark')
let world: EngineWorld
beforeAll(async () => {
  world = await openEngineWorld()
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await world.close()
})

test('what was cancelled after the backup is not sent where operators end a recovery before its chain was compared', async () => {
  const { id: transactionId } = await world.transfer((await world.newWallet(20_000_000n)).address, '2')
  const backup = await takeBackup(world.databaseUrl)
  const cancel = { transactionId, reason: 'the customer asked before the restore' }
  expect(await inOperator(anyOperator(), (ctx) => cancelAsOperator(ctx, cancel))).toEqual({ outcome: 'cancelled' })
  await recordStops(workerCtx())
  await backup.restore()
  forgetCaches()
  forgetStops()
  await beginRestoreRecovery({ cause: 'rewound', message: 'A backup was restored' })
  await recordStops(workerCtx())
  expect(await world.rowOf(transactionId)).toMatchObject({ status: 'PENDING' })

  const { id: recoveryId = '' } = (await findRecovery(workerCtx())) ?? {}
  await inOperator(anyOperator(), (ctx) => leaveRecovery(ctx, { recoveryId, reason: 'it cannot be compared' }))
  await world.runEngine()
  expect(await world.attemptsOf(transactionId)).toEqual([])
  expect(await world.rowOf(transactionId)).toMatchObject({ status: 'FAILED', error: 'Cancelled before it was sent' })
  expect(await world.chain.tokenBalance(RECIPIENT)).toBe(0n)
})
