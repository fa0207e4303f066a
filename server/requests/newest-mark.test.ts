import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '@/db/new-id'
import { requestLog, webhookMessages } from '@/db/schema'
import { inTenantReading, inWorker } from '@/server/ctx'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { getNewestMark as markOfMessages } from '@/server/webhooks/get-newest-mark'
import { getNewestMark } from './get-newest-mark'

openDatabase()

test('the mark of a log changes with each row, one that began earlier too, and with no row of another project', async () => {
  const tenant = await createTenant()
  const sister = await createTenant({ businessId: tenant.businessId })
  const now = new Date()
  const mark = () =>
    inTenantReading(tenant, (ctx) => getNewestMark({ ...ctx, projectId: tenant.projectId, now: () => now }))
  const log = (projectId: string, agoMs: number) =>
    inWorker(({ db }) =>
      db.insert(requestLog).values({
        ...{ id: newId(), businessId: tenant.businessId, projectId, method: 'GET', path: '/v1/x', status: 200 },
        ...{ durationMs: 1, createdAt: new Date(now.getTime() - agoMs) },
      }),
    )
  const empty = await mark()
  await log(tenant.projectId, 0)
  const one = await mark()
  await log(tenant.projectId, 3_000)
  const late = await mark()
  expect(new Set([empty, one, late]).size).toBe(3)
  await log(sister.projectId, 0)
  expect(await mark()).toBe(late)
})

test('the mark of deliveries changes with a message and with what becomes of it', async () => {
  const tenant = await createTenant()
  const { businessId, projectId } = tenant
  const mark = () => inTenantReading(tenant, (ctx) => markOfMessages({ ...ctx, projectId }))
  const empty = await mark()
  const id = newId()
  const reported = { source: 'test', sourceId: newId(), kind: 'wallet.transfer.completed', body: '{}' } as const
  await inWorker(({ db }) =>
    db.insert(webhookMessages).values({ id, businessId, projectId, url: 'https://a.example', ...reported }),
  )
  const pending = await mark()
  await inWorker(({ db }) => db.update(webhookMessages).set({ status: 'delivered' }).where(eq(webhookMessages.id, id)))
  expect(new Set([empty, pending, await mark()]).size).toBe(3)
})
