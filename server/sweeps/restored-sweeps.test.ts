import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { auditLog, notices } from '@/db/schema'
import { forgetCaches } from '@/server/changing-cache'
import { workerCtx } from '@/server/ctx'
import { beginRestoreRecovery } from '@/server/engine/recovery/begin-restore-recovery'
import { watchNotices } from '@/server/notices/watch-notices'
import { drainChain } from '@/server/testing/drain-chain'
import { endRecoveries } from '@/server/testing/open-recovery'
import { takeBackup } from '@/server/testing/restorable-database'
import { newSweeper, PATH, ruleRow, sweepAt, sweepsOf } from './sweep-world.test-data'
import { MAJOR, openTokenSweeps } from './token-sweeps.test-data'

const on = openTokenSweeps()
afterEach(endRecoveries)

test('a rule that was deleted after the backup sweeps nothing until its owner resumes it', async () => {
  const own = await newSweeper()
  const { businessId, projectId } = own.tenant
  const [wallet = ''] = await own.newWallets({ count: 1 })
  const [ruleId, stopped] = [await on.tokenRule(own), await on.tokenRule(own, { purpose: 'OTHER' })]
  await own.patch(`${PATH}/${stopped}`, { status: 'PAUSED' })
  await on.deposit(own, wallet, 60n * MAJOR)
  const backup = await takeBackup(on.databaseUrl)
  await own.delete(`${PATH}/${ruleId}`)
  await backup.restore()
  forgetCaches()

  expect(await beginRestoreRecovery({ cause: 'rewound', message: 'A backup was restored' })).toBe(true)
  await endRecoveries()
  expect(await sweepAt()).toMatchObject({ accepted: 0 })
  expect(await sweepsOf(ruleId)).toEqual([])
  expect(await ruleRow(ruleId)).toMatchObject({ status: 'PAUSED', stoppedReason: 'restored' })
  expect(await ruleRow(stopped)).toMatchObject({ status: 'PAUSED', stoppedReason: null })
  const audited = await workerCtx().db.select().from(auditLog).where(eq(auditLog.businessId, businessId))
  expect(audited.filter(({ action }) => action === 'sweep-rules.paused')).toMatchObject([
    { detail: { reason: 'restored', rules: [ruleId] } },
  ])
  const open = () => workerCtx().db.select().from(notices).where(eq(notices.projectId, projectId))
  await watchNotices(workerCtx())
  expect(await open()).toMatchObject([{ kind: 'sweep_stopped', title: 'A sweep rule was paused', closedAt: null }])

  await own.patch(`${PATH}/${ruleId}`, { status: 'ACTIVE' })
  expect(await ruleRow(ruleId)).toMatchObject({ status: 'ACTIVE', stoppedReason: null })
  expect(await sweepAt()).toMatchObject({ accepted: 1 })
  await drainChain()
  expect(await sweepsOf(ruleId)).toMatchObject([{ status: 'COMPLETED' }])
  await watchNotices(workerCtx())
  expect((await open())[0]?.closedAt).not.toBeNull()
})
