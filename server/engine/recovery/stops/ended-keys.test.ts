import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { apiKeys, auditLog } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { MS_PER_HOUR } from '@/server/durations'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { forgetStops, recordStops } from './record-stops'

openDatabase()
const folder = mkdtempSync(join(tmpdir(), 'slipway-stops-'))
const file = join(folder, 'mark')
let tenant: Awaited<ReturnType<typeof createTenant>>
let keys: string[] = []

beforeAll(async () => {
  tenant = await createTenant()
})
beforeEach(forgetStops)
afterAll(() => rmSync(folder, { recursive: true }))

async function newKey(expiresAt: Date | null = null): Promise<string> {
  const { businessId, projectId } = tenant
  const id = v7()
  const shown = {
    environment: 'live',
    prefix: 'sk_live',
    lastFour: 'abcd',
    pepperVersion: 1,
    createdBy: 'test',
  } as const
  await workerCtx()
    .db.insert(apiKeys)
    .values({ id, businessId, projectId, secretHash: id, expiresAt, ...shown })
  keys = [...keys, id]
  return id
}
const setKey = (id: string, fields: { revokedAt?: Date | null; expiresAt?: Date | null }) =>
  workerCtx().db.update(apiKeys).set(fields).where(eq(apiKeys.id, id))
const isRevoked = async (id: string) => {
  const [row] = await workerCtx().db.select().from(apiKeys).where(eq(apiKeys.id, id))
  return row?.revokedAt != null
}
/** The keys that the files outside name as ended. */
const notes = () =>
  readdirSync(`${file}.stops`)
    .flatMap((name) =>
      readFileSync(join(`${file}.stops`, name), 'utf8')
        .trim()
        .split('\n'),
    )
    .map((line) => z.object({ subject: z.string() }).parse(JSON.parse(line)).subject)
    .filter((subject) => keys.includes(subject))
    .toSorted()

it('ends keys again that ended after a backup, and no other', async () => {
  const [valid, revoked, expired] = [await newKey(), await newKey(), await newKey(new Date(Date.now() + 3_600_000))]
  await recordStops(workerCtx(), file)
  expect(notes()).toEqual([])
  await setKey(revoked, { revokedAt: new Date() })
  await setKey(expired, { expiresAt: new Date(Date.now() - 1_000) })
  await recordStops(workerCtx(), file)
  expect(notes()).toEqual([revoked, expired].toSorted())

  // As the backup has them. Another process finds the notes.
  await setKey(revoked, { revokedAt: null })
  await setKey(expired, { expiresAt: null })
  forgetStops()
  await recordStops(workerCtx(), file)
  expect([await isRevoked(valid), await isRevoked(revoked), await isRevoked(expired)]).toEqual([false, true, true])
  const reported = await workerCtx()
    .db.select()
    .from(auditLog)
    .where(and(eq(auditLog.businessId, tenant.businessId), eq(auditLog.action, 'key.revoked')))
  expect(reported.map(({ target }) => target).toSorted()).toEqual([revoked, expired].toSorted())
})

it('lets a key that was replaced with an overlap run out at the same time after a restore', async () => {
  const endOf = async (id: string) =>
    (await workerCtx().db.select().from(apiKeys).where(eq(apiKeys.id, id))).map(({ expiresAt }) => expiresAt)
  const inHours = (hours: number) => new Date(Date.now() + hours * MS_PER_HOUR)
  const [valid, replaced, sooner, end] = [await newKey(), await newKey(), await newKey(), inHours(24)]
  await setKey(replaced, { expiresAt: end })
  await setKey(sooner, { expiresAt: inHours(168) })
  await recordStops(workerCtx(), file)
  // The end of one comes closer after it was noted.
  await setKey(sooner, { expiresAt: end })
  await recordStops(workerCtx(), file)

  for (const id of [replaced, sooner]) await setKey(id, { expiresAt: null })
  for (let process = 0; process < 2; process++) {
    forgetStops()
    await recordStops(workerCtx(), file)
    expect([await endOf(valid), await endOf(replaced), await endOf(sooner)]).toEqual([[null], [end], [end]])
    expect([await isRevoked(replaced), await isRevoked(sooner)]).toEqual([false, false])
  }
})

it('notes what is stopped once a clock that was ahead is right again', async () => {
  const revoked = await newKey()
  await recordStops({ ...workerCtx(), now: () => new Date(Date.now() + 24 * MS_PER_HOUR) }, file)
  await setKey(revoked, { revokedAt: new Date() })
  await recordStops(workerCtx(), file)
  expect(notes()).toContain(revoked)
})

it('does nothing where its folder cannot be reached, and goes on once it can', async () => {
  const revoked = await newKey()
  await setKey(revoked, { revokedAt: new Date() })
  await recordStops(workerCtx(), join('/dev/null', 'mark'))
  await recordStops(workerCtx(), file)
  expect(notes()).toContain(revoked)
})
