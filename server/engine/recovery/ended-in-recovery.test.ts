import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { approvals } from '@/db/schema'
import { approveTransaction } from '@/server/approvals/approve-transaction'
import { expireApprovals } from '@/server/approvals/expire-approvals'
import { rejectTransaction } from '@/server/approvals/reject-transaction'
import { requestApproval } from '@/server/approvals/request-approval'
import { appendAudit } from '@/server/audit/append-audit'
import { forgetCaches } from '@/server/changing-cache'
import { inOperator, inTenant, type ProjectCtx, workerCtx } from '@/server/ctx'
import { MS_PER_HOUR } from '@/server/durations'
import { cancelAsOperator } from '@/server/lanes/cancel-as-operator'
import { findRecovery } from '@/server/recovery/find-recovery'
import { anyOperator } from '@/server/testing/any-operator'
import { type EngineWorld, openEngineWorld, RECIPIENT } from '@/server/testing/engine-world'
import { endRecoveries } from '@/server/testing/open-recovery'
import { takeBackup } from '@/server/testing/restorable-database'
import { beginRestoreRecovery } from './begin-restore-recovery'
import { snapshotChains } from './snapshot-chains'
import { forgetStops, recordStops } from './stops/record-stops'

const LONG = { timeout: 600_000 }

let world: EngineWorld
beforeAll(async () => {
  world = await openEngineWorld()
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await world.close()
})
afterEach(endRecoveries)

const folder = mkdtempSync(join(tmpdir(), 'slipway-stops-'))
const paid = () => world.chain.tokenBalance(RECIPIENT)
const later = () => ({ ...workerCtx(), now: () => new Date(Date.now() + 100 * MS_PER_HOUR) })
const cancel = (transactionId: string) =>
  inOperator(anyOperator(), (ctx) =>
    cancelAsOperator(ctx, { transactionId, reason: 'the customer asked before the restore' }),
  )

function asPerson<T>(work: (ctx: ProjectCtx) => Promise<T>): Promise<T> {
  const { projectId } = world.tenant
  if (projectId === null) throw new Error('the world has a project')
  const person = { ...world.tenant, actor: { type: 'user', id: v7(), name: 'Ada Obi' } } as const
  return inTenant(person, (ctx) => work({ ...ctx, projectId }))
}

/** A transfer of a funded wallet that waits for a second person. */
async function waitingTransfer(amount: string) {
  const wallet = await world.newWallet(20_000_000n)
  const { id } = await world.transfer(wallet.address, amount)
  await world.setTransaction(id, { stage: 'awaiting_approval' })
  await inTenant(world.tenant, (ctx) => requestApproval(ctx, { transactionId: id, reason: 'Above $50.00' }))
  return { id, approval: await approvalOf(id) }
}

async function approvalOf(transactionId: string) {
  const [row] = await workerCtx().db.select().from(approvals).where(eq(approvals.transactionId, transactionId))
  if (!row) throw new Error('nobody was asked')
  return row
}

/** Compares the chains until the database is level with them. */
async function compare(): Promise<void> {
  await expect
    .poll(async () => {
      await snapshotChains(workerCtx())
      return (await findRecovery(workerCtx()))?.findings.map(({ state }) => state)
    })
    .toEqual(['level'])
}

test(
  'what a restored backup has as waiting is neither expired nor cancelled before its chain was compared',
  LONG,
  async () => {
    const before = await paid()
    const [{ id, approval }, other] = [await waitingTransfer('3'), await waitingTransfer('4')]
    const queued = await world.transfer((await world.newWallet(20_000_000n)).address, '5')
    const backup = await takeBackup(world.databaseUrl)
    await asPerson((ctx) => approveTransaction(ctx, { approvalId: approval.id, note: '' }))
    await world.runUntilEnded(id, queued.id)
    const { txHash } = await world.rowOf(id)
    await backup.restore()
    await beginRestoreRecovery({ cause: 'rewound', message: 'A backup was restored' })
    forgetCaches()

    expect(await expireApprovals(later())).toBe(0)
    for (const each of [id, other.id, queued.id]) {
      await expect(cancel(each)).rejects.toMatchObject({ code: 'unavailable', reason: 'recovering' })
      expect(await world.rowOf(each)).toMatchObject({ status: 'PENDING' })
    }

    await compare()
    expect(await cancel(other.id)).toEqual({ outcome: 'cancelled' })
    await endRecoveries()
    forgetCaches()
    await world.runUntilEnded(id, queued.id)
    expect(await world.rowOf(id)).toMatchObject({ status: 'COMPLETED', txHash })
    expect(await world.rowOf(queued.id)).toMatchObject({ status: 'COMPLETED' })
    expect((await paid()) - before).toBe(8_000_000n)
  },
)

test(
  'an approval of what the chain executed after the backup is decided, and the others can still be',
  LONG,
  async () => {
    const [{ id, approval }, other] = [await waitingTransfer('1'), await waitingTransfer('2')]
    const backup = await takeBackup(world.databaseUrl)
    await asPerson((ctx) => approveTransaction(ctx, { approvalId: approval.id, note: '' }))
    await world.runUntilEnded(id)
    await backup.restore()
    await beginRestoreRecovery({ cause: 'rewound', message: 'A backup was restored' })
    forgetCaches()
    await compare()
    await endRecoveries()
    forgetCaches()
    await world.runUntilEnded(id)

    expect(await world.rowOf(id)).toMatchObject({ status: 'COMPLETED' })
    expect(await approvalOf(id)).toMatchObject({ status: 'approved', decidedBy: 'system:recovery' })
    expect((await approvalOf(other.id)).status).toBe('pending')
    const decide = asPerson((ctx) => rejectTransaction(ctx, { approvalId: approval.id, note: '' }))
    await expect(decide).rejects.toMatchObject({ code: 'conflict' })
    expect(await expireApprovals(later())).toBe(1)
    expect((await approvalOf(other.id)).status).toBe('expired')
  },
)

test(
  'what was cancelled or rejected after the backup is not sent after the restore, unless the chain has it',
  LONG,
  async () => {
    const file = join(folder, v7())
    forgetStops()
    const before = await paid()
    const transferOf = async (amount: string) => world.transfer((await world.newWallet(20_000_000n)).address, amount)
    const rejected = await waitingTransfer('1')
    const [cancelled, executed, kept] = [await transferOf('2'), await transferOf('4'), await transferOf('5')]
    const backup = await takeBackup(world.databaseUrl)
    await asPerson((ctx) => rejectTransaction(ctx, { approvalId: rejected.approval.id, note: 'Wrong month' }))
    expect(await cancel(cancelled.id)).toEqual({ outcome: 'cancelled' })
    await world.runUntilEnded(executed.id)
    // As if its cancellation had been requested too late.
    await asPerson((ctx) => appendAudit(ctx, { action: 'transaction.cancel_requested', target: executed.id }))
    await recordStops(workerCtx(), file)
    await backup.restore()

    await beginRestoreRecovery({ cause: 'rewound', message: 'A backup was restored' })
    forgetCaches()
    forgetStops()
    await recordStops(workerCtx(), file)
    for (const { id } of [rejected, cancelled, executed, kept])
      expect(await world.rowOf(id)).toMatchObject({ status: 'PENDING' })
    await compare()
    await recordStops(workerCtx(), file)
    await endRecoveries()
    forgetCaches()
    await world.runUntilEnded(cancelled.id, executed.id, kept.id)
    for (const { id } of [rejected, cancelled])
      expect(await world.rowOf(id)).toMatchObject({ status: 'FAILED', error: 'Cancelled before it was sent' })
    for (const { id } of [executed, kept]) expect(await world.rowOf(id)).toMatchObject({ status: 'COMPLETED' })
    expect((await approvalOf(rejected.id)).status).toBe('rejected')
    expect((await paid()) - before).toBe(9_000_000n)
  },
)
