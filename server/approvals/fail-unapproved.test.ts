import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { gasBudgetDays, transactions } from '@/db/schema'
import { appendAudit } from '@/server/audit/append-audit'
import { inWorker, workerCtx } from '@/server/ctx'
import { budgetDay } from '@/server/sponsorship/find-daily-budget'
import { openDatabase } from '@/server/testing/open-database'
import { projectOfTwo, reject, request, transactionOf } from './approvals.test-data'

openDatabase()

const waitingForLocks = async () => {
  const [row] = await workerCtx().db.execute<{ count: number }>(sql`
    select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
  return row?.count
}

test('locks the audit chain behind the budget, as whatever ends a transaction does: neither waits for the other', async () => {
  const { project, ada, tunde } = await projectOfTwo()
  const { businessId } = project.tenant
  const { transactionId, approvalId } = await request(project)
  const day = budgetDay(new Date())
  const { db } = workerCtx()
  await db.insert(gasBudgetDays).values({ businessId, chainId: 84_532, day, reservedMicros: 5n })
  await db
    .update(transactions)
    .set({ gasBudgetDay: day, gasBudgetMicros: 5n })
    .where(eq(transactions.id, transactionId))
  let rejected: Promise<void> = Promise.resolve()
  await inWorker(async (ctx) => {
    const ofBusiness = and(eq(gasBudgetDays.businessId, businessId), eq(gasBudgetDays.day, day))
    await ctx.db.select().from(gasBudgetDays).where(ofBusiness).for('update')
    rejected = reject(ada, approvalId)
    rejected.catch(() => {})
    await expect.poll(waitingForLocks).toBe(1)
    await appendAudit({ ...ctx, ...tunde }, { action: 'transaction.cancelled', target: transactionId })
  })
  await rejected
  expect(await transactionOf(transactionId)).toMatchObject({ status: 'FAILED' })
})
