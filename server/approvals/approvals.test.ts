import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { newId } from '@/db/new-id'
import { approvals, chains, transactions, webhookMessages } from '@/db/schema'
import { verifyAudit } from '@/server/audit/verify-audit'
import { forgetChains } from '@/server/chains/registry'
import { inTenant, inWorker, workerCtx } from '@/server/ctx'
import { MS_PER_HOUR } from '@/server/durations'
import { balanceOf, credit } from '@/server/ledger/ledger.test-data'
import { dollars, type SpendingProject, spendingProject } from '@/server/policies/spending-project.test-data'
import { drainUnknownErrors } from '@/server/record-unknown-error'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import {
  approve,
  as,
  auditOf,
  list,
  type Person,
  projectOfTwo,
  reject,
  request,
  transactionOf,
} from './approvals.test-data'
import { countPending } from './count-pending'
import { expireApprovals } from './expire-approvals'

openDatabase()
let project: SpendingProject
let ada: Person
let tunde: Person

beforeEach(async () => {
  ;({ project, ada, tunde } = await projectOfTwo())
})

test('puts an approved transaction into the queue and keeps who let it go', async () => {
  const { transactionId, approvalId } = await request(project)
  expect(await as(ada, countPending)).toBe(1)
  await approve(ada, approvalId, 'Known supplier')
  expect(await transactionOf(transactionId)).toMatchObject({ status: 'PENDING', stage: 'queued' })
  expect(await as(ada, countPending)).toBe(0)
  const { items } = await list(ada, 'decided')
  expect(items).toMatchObject([
    { status: 'approved', decidedBy: 'Ada Obi', note: 'Known supplier', transaction: { valueUsd: '60.00' } },
  ])
  expect(await auditOf(approvalId)).toMatchObject([
    {
      action: 'transaction.approved',
      detail: { transactionId, amount: '1', valueUsd: '60.00', note: 'Known supplier' },
    },
  ])
})

test('fails a rejected transaction, gives its gas back and tells the customer once', async () => {
  await credit(project.tenant, dollars(5))
  const { transactionId, approvalId } = await request(project, { holdMicros: dollars(2) })
  expect(await balanceOf(project.tenant)).toEqual({ available: '3.00', reserved: '2.00' })
  await reject(tunde, approvalId, 'Unknown supplier')
  expect(await transactionOf(transactionId)).toMatchObject({
    status: 'FAILED',
    error: 'Rejected by Tunde Bello: Unknown supplier',
    feeChargedMicros: 0n,
    finalAt: expect.any(Date),
  })
  expect(await balanceOf(project.tenant)).toEqual({ available: '5.00', reserved: '0.00' })
  const messages = await inWorker(({ db }) =>
    db.select().from(webhookMessages).where(eq(webhookMessages.sourceId, transactionId)),
  )
  expect(messages.map(({ kind }) => kind)).toEqual(['wallet.transfer.failed'])
  expect(JSON.parse(messages[0]?.body ?? '{}')).toMatchObject({
    data: { id: transactionId, status: 'FAILED', error: 'Rejected by Tunde Bello: Unknown supplier' },
  })
  expect(await auditOf(approvalId)).toMatchObject([{ action: 'transaction.rejected', actorId: tunde.actor.id }])
  expect(await as(ada, (ctx) => verifyAudit(ctx))).toMatchObject({ isIntact: true })
})

test('lets one of two people win, and tells the other who was faster', async () => {
  for (let round = 0; round < 5; round++) {
    const { transactionId, approvalId } = await request(project)
    const outcomes = await Promise.allSettled([approve(ada, approvalId), reject(tunde, approvalId)])
    const winner = outcomes.findIndex(({ status }) => status === 'fulfilled')
    const [lost] = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect(lost).toMatchObject({
      code: 'conflict',
      message: winner === 0 ? 'Already approved by Ada Obi' : 'Already rejected by Tunde Bello',
    })
    const expected = winner === 0 ? { status: 'PENDING', stage: 'queued' } : { status: 'FAILED' }
    expect(await transactionOf(transactionId)).toMatchObject(expected)
    expect(await auditOf(approvalId)).toHaveLength(1)
  }
})

test('decides once, however often the same person asks', async () => {
  const { approvalId } = await request(project)
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => approve(ada, approvalId)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await auditOf(approvalId)).toHaveLength(1)
})

test("shows and decides nothing of another business's or another project's", async () => {
  const { transactionId, approvalId } = await request(project)
  const other = await createTenant()
  for (const stranger of [other, { ...ada, projectId: other.projectId }, { ...ada, businessId: other.businessId }]) {
    await expect(approve(stranger, approvalId)).rejects.toMatchObject({ code: 'not_found' })
    await expect(reject(stranger, approvalId)).rejects.toMatchObject({ code: 'not_found' })
    expect((await list(stranger, 'pending')).items).toEqual([])
  }
  expect(await transactionOf(transactionId)).toMatchObject({ stage: 'awaiting_approval' })
  const seen = await inTenant(other, ({ db }) => db.execute(sql`select 1 from approvals`))
  expect(seen).toHaveLength(0)
})

test('fails what nobody decided about in time, once', async () => {
  const later = (hours: number) => ({ ...workerCtx(), now: () => new Date(Date.now() + hours * MS_PER_HOUR) })
  await expireApprovals(later(1_000)) // what other tests left
  const { transactionId, approvalId } = await request(project)
  const { approvalId: young } = await request(project)
  expect(await expireApprovals(later(71.9))).toBe(0)
  await inWorker(({ db }) =>
    db
      .update(approvals)
      .set({ expiresAt: new Date(Date.now() + 100 * MS_PER_HOUR) })
      .where(eq(approvals.id, young)),
  )
  const [first, second] = await Promise.all([expireApprovals(later(72.1)), expireApprovals(later(72.1))])
  expect(first + second).toBe(1)
  expect(await transactionOf(transactionId)).toMatchObject({ status: 'FAILED', error: 'It was not approved in time' })
  await expect(approve(ada, approvalId)).rejects.toMatchObject({
    code: 'conflict',
    message: 'It was not decided in time: the transaction has failed',
  })
  expect(await auditOf(approvalId)).toMatchObject([{ action: 'transaction.expired', actorType: 'system' }])
})

test('one that cannot be ended does not keep those behind it from ending', async () => {
  const later = (hours: number) => ({ ...workerCtx(), now: () => new Date(Date.now() + hours * MS_PER_HOUR) })
  const [broken, sound] = [await request(project), await request(project)]
  // It continues without a decision: a manual error.
  await inWorker(({ db }) =>
    db.update(transactions).set({ stage: 'queued' }).where(eq(transactions.id, broken.transactionId)),
  )
  await expireApprovals(later(72.1))
  expect(await transactionOf(sound.transactionId)).toMatchObject({ status: 'FAILED' })
  expect(drainUnknownErrors()).toContainEqual([`approval ${broken.approvalId}`, 1])
  await inWorker(({ db }) =>
    db.update(transactions).set({ stage: 'awaiting_approval' }).where(eq(transactions.id, broken.transactionId)),
  )
  await expireApprovals(later(73))
  expect(await transactionOf(broken.transactionId)).toMatchObject({ status: 'FAILED' })
})

test('any number on a chain that is off do not keep those of another from ending', async () => {
  const switchChain = async (isActive: boolean) => {
    await inWorker(({ db }) => db.update(chains).set({ isActive }).where(eq(chains.chainId, 97)))
    forgetChains()
  }
  await switchChain(false)
  const waiting = Array.from({ length: 200 }, () => newId())
  await inTenant(project.tenant, async (ctx) => {
    for (const id of waiting) await project.insertRow(ctx, { id, chainId: 97, stage: 'awaiting_approval' })
    const { businessId } = ctx
    const asked = {
      businessId,
      projectId: ada.projectId,
      reason: 'r',
      requestedBy: 'system:test',
      expiresAt: new Date(0),
    }
    await ctx.db.insert(approvals).values(waiting.map((transactionId) => ({ ...asked, transactionId })))
  })
  const { transactionId } = await request(project)
  const later = { ...workerCtx(), now: () => new Date(Date.now() + 73 * MS_PER_HOUR) }
  await expireApprovals(later)
  expect(await transactionOf(transactionId)).toMatchObject({ status: 'FAILED' })
  expect(await transactionOf(waiting[0] ?? '')).toMatchObject({ stage: 'awaiting_approval' })
  await switchChain(true)
  await expireApprovals(later)
  expect(await transactionOf(waiting.at(-1) ?? '')).toMatchObject({ status: 'FAILED' })
})

test('takes no decision after the time is over, also before the job ran', async () => {
  const { approvalId } = await request(project)
  await inWorker(({ db }) => db.update(approvals).set({ expiresAt: new Date() }).where(eq(approvals.id, approvalId)))
  await expect(approve(ada, approvalId)).rejects.toMatchObject({ code: 'conflict' })
  await expect(reject(ada, approvalId)).rejects.toMatchObject({ code: 'conflict' })
})

test('judges by the rules of now when approved, and leaves a refused one open', async () => {
  await project.setPolicy({ approvalAboveMicros: dollars(50) })
  const { transactionId, approvalId } = await request(project)
  await project.setPolicy({ allowedRecipients: [] })
  await expect(approve(ada, approvalId)).rejects.toMatchObject({
    code: 'failed',
    message: expect.stringMatching(/^Policy: /),
  })
  expect(await transactionOf(transactionId)).toMatchObject({ stage: 'awaiting_approval' })
  expect((await list(ada, 'pending')).items).toHaveLength(1)
  await project.setPolicy({ allowedRecipients: null })
  await approve(ada, approvalId)
})

test('counts a waiting transaction once, and an old one from its approval on', async () => {
  await project.setPolicy({ dailyMicros: dollars(100), approvalAboveMicros: dollars(50) })
  const young = await request(project, { valueUsdMicros: dollars(60) })
  await expect(project.spend(dollars(41))).rejects.toMatchObject({ code: 'failed' })
  await approve(ada, young.approvalId)
  await project.spend(dollars(40))
  const old = await request(project, {
    valueUsdMicros: dollars(10),
    createdAt: new Date(Date.now() - 30 * MS_PER_HOUR),
  })
  await expect(approve(ada, old.approvalId)).rejects.toThrow('brings the last 24 hours to $110.00')

  const next = await spendingProject()
  project = next
  ada = { ...ada, ...next.tenant, actor: ada.actor }
  await project.setPolicy({ dailyMicros: dollars(100) })
  const ancient = await request(project, {
    valueUsdMicros: dollars(90),
    createdAt: new Date(Date.now() - 30 * MS_PER_HOUR),
  })
  await approve(ada, ancient.approvalId)
  await expect(project.spend(dollars(11))).rejects.toThrow('brings the last 24 hours to $101.00')
  await project.spend(dollars(10))
})

test('never lets approvals and spends at once overshoot the rolling limit', async () => {
  await project.setPolicy({ dailyMicros: dollars(100) })
  const createdAt = new Date(Date.now() - 30 * MS_PER_HOUR)
  const waiting = []
  for (let i = 0; i < 15; i++) waiting.push(await request(project, { valueUsdMicros: dollars(10), createdAt }))
  const outcomes = await Promise.allSettled([
    ...waiting.map(({ approvalId }) => approve(ada, approvalId)),
    ...Array.from({ length: 15 }, () => project.spend(dollars(10))),
  ])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
})
