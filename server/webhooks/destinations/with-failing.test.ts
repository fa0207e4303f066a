import { expect, test } from 'vitest'
import { webhookFailing } from '@/db/schema'
import { inTenantReading, workerCtx } from '@/server/ctx'
import { destinationRows } from '@/server/testing/destination-rows'
import { createOwner } from '@/server/testing/messages'
import { openDatabase } from '@/server/testing/open-database'
import { listWebhookEndpoints } from './list-webhook-endpoints'
import { withFailing } from './with-failing'

openDatabase()

test('a list says since when a destination accepts nothing, and nothing of those of others', async () => {
  const [owner, stranger] = [await createOwner(), await createOwner()]
  const [works, fails] = [
    await destinationRows(owner).webhookEndpoint(),
    await destinationRows(owner).webhookEndpoint(),
  ]
  const since = new Date('2026-11-21T11:05:12.310Z')
  await workerCtx()
    .db.insert(webhookFailing)
    .values([
      { businessId: owner.businessId, destinationId: fails, since },
      { businessId: stranger.businessId, destinationId: works, since },
    ])
  const { items } = await inTenantReading(owner, async (ctx) => {
    const own = { ...ctx, projectId: owner.projectId }
    return withFailing(own, await listWebhookEndpoints(own, { page: 1, limit: 20, status: undefined }))
  })
  expect(new Map(items.map(({ id, failingSince }) => [id, failingSince]))).toEqual(
    new Map([
      [fails, since.toISOString()],
      [works, null],
    ]),
  )
})
