import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { activityCounts, apiKeys, webhookFailing } from '@/db/schema'
import { inOperatorReading, inTenant, inWorker } from '@/server/ctx'
import { createApiKey } from '@/server/keys/create-api-key'
import { destinationRows } from '@/server/testing/destination-rows'
import { createOwner } from '@/server/testing/messages'
import { openDatabase } from '@/server/testing/open-database'
import { addEndpoint } from '@/server/webhooks/destinations/endpoint-world.test-data'
import { getBusiness } from './get-business'

openDatabase()

const MS_PER_DAY = 86_400_000
const hour = (daysAgo: number) => new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000 - daysAgo * MS_PER_DAY)

test('an operator sees the volume of 30 days, the last call and what fails, of each project and of all', async () => {
  const owner = await createOwner()
  const { businessId, projectId } = owner
  const key = await inTenant(owner, (ctx) => createApiKey({ ...ctx, projectId }, { environment: 'live' }))
  const lastUsedAt = new Date('2026-11-20T10:00:00.000Z')
  const counted = { businessId, projectId, series: 'transaction', label: 'MAINNET', isOk: true, bucket: -1 } as const
  const rows = destinationRows(owner)
  const [failing, fresh] = [await rows.webhookEndpoint(), await rows.subscription()]
  await addEndpoint(owner, 'https://x.example', { status: 'paused', pausedBecause: 'failing' })
  await addEndpoint(owner, 'https://x.example', { status: 'paused', pausedBecause: 'asked' })
  const since = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  await inWorker(async ({ db }) => {
    await db.update(apiKeys).set({ lastUsedAt }).where(eq(apiKeys.id, key.id))
    await db.insert(activityCounts).values([
      { ...counted, hour: hour(1), n: 3, usdMicros: 5_000_000n },
      { ...counted, hour: hour(29), n: 1, isOk: false, usdMicros: 0n },
      { ...counted, hour: hour(31), n: 9, usdMicros: 70_000_000n },
      { ...counted, hour: hour(1), n: 2, label: 'TESTNET', usdMicros: 8_000_000n },
      { ...counted, hour: hour(1), n: 1, series: 'payout', usdMicros: 1_000_000n },
    ])
    await db.insert(webhookFailing).values([
      { businessId, destinationId: failing, since: since(11) },
      { businessId, destinationId: fresh, since: since(9) },
    ])
  })
  const reader = { actor: { type: 'user', id: 'operator', name: 'Operator' } as const, requestId: 'test' }
  const { activity, projects } = await inOperatorReading(reader, (ctx) => getBusiness(ctx, businessId))
  expect(activity).toEqual({
    volumeUsd: '6.00',
    transactions: { ok: 5, failed: 1 },
    lastCallAt: lastUsedAt.toISOString(),
    failingDestinations: 2,
  })
  expect(projects.map((project) => project.activity)).toEqual([activity])
})
