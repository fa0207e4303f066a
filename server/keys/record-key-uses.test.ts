import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { apiKeys } from '@/db/schema'
import { inTenant, inWorker, workerCtx } from '@/server/ctx'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { createApiKey } from './create-api-key'
import { recordKeyUses } from './record-key-uses'

openDatabase()

const NOON = new Date('2026-11-22T12:00:00Z')
const LATER = new Date('2026-11-22T12:00:01Z')

async function newKey(): Promise<string> {
  const project = await createTenant()
  const key = await inTenant(project, (ctx) =>
    createApiKey({ ...ctx, projectId: project.projectId }, { environment: 'live' }),
  )
  return key.id
}

async function usesOf(id: string) {
  const [row] = await workerCtx()
    .db.select({ at: apiKeys.lastUsedAt, ip: apiKeys.lastUsedIp })
    .from(apiKeys)
    .where(eq(apiKeys.id, id))
  return row
}

test('notes the newest use, and keeps the address where a later one has none', async () => {
  const id = await newKey()
  const note = (at: Date, ip: string | null) => recordKeyUses(workerCtx().db, [{ id, at, ip }])
  await note(NOON, '198.51.100.7')
  await note(LATER, null)
  await note(NOON, '198.51.100.8')
  expect(await usesOf(id)).toEqual({ at: LATER, ip: '198.51.100.7' })
})

test('a key that somebody changes at this moment holds up no other', async () => {
  const [held, free] = [await newKey(), await newKey()]
  await inWorker(async ({ db }) => {
    await db.select().from(apiKeys).where(eq(apiKeys.id, held)).for('update')
    const uses = [held, free].map((id) => ({ id, at: NOON, ip: null }))
    const noted = recordKeyUses(workerCtx().db, uses)
    noted.catch(() => {})
    await expect.poll(() => usesOf(free)).toMatchObject({ at: NOON })
    await noted
  })
  expect(await usesOf(held)).toMatchObject({ at: null })
})
