import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { depositAccounts, payments } from '@/db/schema'
import { inWorker, workerCtx } from '@/server/ctx'
import { env } from '@/server/env'
import { createTenant } from '@/server/testing/create-tenant'
import { fillPayments } from '@/server/testing/fill-payments'
import { first } from '@/server/testing/first'
import { openDatabase } from '@/server/testing/open-database'
import { expirePayment } from './expire-payment'

openDatabase()

test('an open payment of the demo is moved so far back that money sent now is late', async () => {
  const { businessId, projectId } = await createTenant()
  const id = await inWorker((ctx) => fillPayments(ctx, { businessId, projectId }))
  const { db } = workerCtx()
  const later = new Date(Date.now() + 1_800_000)
  const own = eq(payments.id, id)
  await db.update(payments).set({ status: 'PENDING', description: 'Late', expiryAt: later }).where(own)
  await db.update(depositAccounts).set({ expiryAt: later }).where(eq(depositAccounts.paymentId, id))
  const at = await expirePayment(env().DATABASE_URL, { businessId, description: 'Late' })
  const row = first(await db.select().from(payments).where(own))
  expect(row.expiryAt).toEqual(at)
  expect(row.expiryAt.getTime()).toBeLessThan(Date.now())
  expect(row.createdAt.getTime()).toBeLessThan(row.expiryAt.getTime())
  const accounts = await db.select().from(depositAccounts).where(eq(depositAccounts.paymentId, id))
  for (const account of accounts) expect(account.expiryAt).toEqual(at)
  expect(await expirePayment(env().DATABASE_URL, { businessId, description: 'Late' })).toBeNull()
})
