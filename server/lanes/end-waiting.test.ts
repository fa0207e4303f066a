import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { auditLog, projects, transactions } from '@/db/schema'
import { inOperator, inTenant, inWorker, workerCtx } from '@/server/ctx'
import { spendingProject } from '@/server/policies/spending-project.test-data'
import { openDatabase } from '@/server/testing/open-database'
import { countWaiting, endWaiting } from './end-waiting'

openDatabase()

const OPERATOR = { actor: { type: 'user', id: v7(), name: 'Ope' }, requestId: v7() } as const

test('ends what waits behind one whose delegation is on its way', async () => {
  const { tenant, wallet, insertRow } = await spendingProject()
  const { businessId } = tenant
  const [delegated, behind] = await inTenant(tenant, async (ctx) => {
    const first = await insertRow(ctx, { createdAt: new Date(Date.now() - 1_000) })
    await insertRow(ctx, {
      type: 'DELEGATE',
      signerType: 'PLATFORM',
      toAddress: wallet.address,
      servedTransactionId: first,
      stage: 'broadcast',
    })
    return [first, await insertRow(ctx, {})]
  })
  await inWorker(({ db }) =>
    db.update(projects).set({ status: 'suspended' }).where(eq(projects.businessId, businessId)),
  )
  const scope = { businessId, projectId: tenant.projectId }
  const ended = await inOperator(OPERATOR, (ctx) => endWaiting(ctx, { ...scope, reason: 'Fraud' }))
  expect(ended).toEqual({ ended: 2, left: 0 })
  const { db } = workerCtx()
  const rowOf = async (id: string) => (await db.select().from(transactions).where(eq(transactions.id, id)))[0]
  expect(await rowOf(delegated)).toMatchObject({ status: 'PENDING', cancelRequestedAt: expect.any(Date) })
  expect(await rowOf(behind)).toMatchObject({ status: 'FAILED', error: 'Cancelled before it was sent' })
  const reported = await db.select().from(auditLog).where(eq(auditLog.businessId, businessId)).orderBy(auditLog.seq)
  expect(reported.map(({ action, target }) => [action, target])).toEqual([
    ['transaction.cancel_requested', delegated],
    ['transaction.cancelled', behind],
  ])
  expect(await inOperator(OPERATOR, (ctx) => countWaiting(ctx, scope))).toBe(0)
})
