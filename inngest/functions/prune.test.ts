import { eq, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeAll, expect, it } from 'vitest'
import { idempotencyKeys, rateBuckets, rateWindows, requestLog, sessions, signInFailures, users } from '@/db/schema'
import { functions } from '@/inngest/index'
import { admitWithinWindow } from '@/server/api/admit-within-window'
import { reply } from '@/server/api/endpoint'
import { runIdempotently } from '@/server/api/idempotency'
import { takeBucketToken } from '@/server/api/limit-call'
import { pruneRateLimits } from '@/server/api/prune-rate-limits'
import { pruneRequestLog } from '@/server/api/prune-request-log'
import { pruneStoredAnswers } from '@/server/api/prune-stored-answers'
import { type Tenant, workerCtx } from '@/server/ctx'
import { pruneSessions } from '@/server/people/prune-sessions'
import { pruneSignInFailures } from '@/server/people/prune-sign-in-failures'
import { countSignInTry } from '@/server/people/sign-in-delay'
import { MESSAGES } from '@/server/refusals/messages'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'

openDatabase()
let tenant: Tenant

beforeAll(async () => {
  tenant = await createTenant()
})

/** A call under an Idempotency-Key that would make `made`. */
function call(key: string, made: string) {
  return runIdempotently(
    tenant,
    { operation: 'POST /v1/things', key, fingerprint: 'same' },
    {
      prepare: async () => null,
      work: async () => reply(201, 'Made', { made }, { resourceId: v7() }),
      write: (answer) => JSON.stringify(answer.data),
    },
  )
}

const daysAgo = (days: number) => sql`now() - ${days}::int * interval '1 day'`

it('is one of the jobs the app serves', () => {
  expect(functions.map((job) => job.id())).toContain('prune')
})

it('forgets the answer of a key after 30 days, never the key or what it made', async () => {
  const { db } = workerCtx()
  await call('old', 'a')
  await call('young', 'b')
  await db
    .update(idempotencyKeys)
    .set({ createdAt: daysAgo(31) })
    .where(eq(idempotencyKeys.key, 'old'))
  await db
    .update(idempotencyKeys)
    .set({ createdAt: daysAgo(29) })
    .where(eq(idempotencyKeys.key, 'young'))
  expect(await pruneStoredAnswers(workerCtx())).toBe(1)
  expect(await pruneStoredAnswers(workerCtx())).toBe(0)
  const [old] = await db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, 'old'))
  expect(old).toMatchObject({ responseBody: null, responseStatus: 201, resourceId: expect.any(String) })
  await expect(call('old', 'c')).rejects.toMatchObject({ code: 'failed', message: MESSAGES.idempotencyAnswerExpired })
  expect(await call('young', 'd')).toMatchObject({ status: 201, body: '{"made":"b"}', isReplay: true })
})

it('deletes request log rows older than 30 days, however many, and leaves the others', async () => {
  const { db } = workerCtx()
  await db.execute(sql`
    insert into request_log (id, business_id, method, path, status, duration_ms, created_at)
    select gen_random_uuid(), ${tenant.businessId}::uuid, 'GET', '/v1/x', 200, 1, now() - n * interval '1 second' - interval '30 days'
    from generate_series(1, 12345) n`)
  const kept = v7()
  await db.insert(requestLog).values({
    id: kept,
    businessId: tenant.businessId,
    method: 'GET',
    path: '/v1/x',
    status: 200,
    durationMs: 1,
    createdAt: new Date(Date.now() - 29 * 86_400_000),
  })
  expect(await pruneRequestLog(workerCtx())).toBe(12_345)
  expect((await db.select({ id: requestLog.id }).from(requestLog)).map((row) => row.id)).toEqual([kept])
})

it('deletes what rate limits and sign-in delays ran out and counts the others on', async () => {
  const { db } = workerCtx()
  for (const key of ['old', 'young']) {
    await admitWithinWindow(key, 2, 60_000)
    await takeBucketToken(key, 60)
    await countSignInTry(workerCtx(), { email: key, clientIp: null })
  }
  const signIns = await db.select().from(signInFailures)
  const [oldest] = signIns
  await db
    .update(signInFailures)
    .set({ updatedAt: daysAgo(2) })
    .where(eq(signInFailures.key, oldest?.key ?? ''))
  await db
    .update(rateWindows)
    .set({ updatedAt: daysAgo(2) })
    .where(eq(rateWindows.key, 'old'))
  await db
    .update(rateBuckets)
    .set({ refilledAt: daysAgo(2) })
    .where(eq(rateBuckets.key, 'old'))
  expect(await pruneRateLimits(workerCtx())).toBe(2)
  expect(await pruneSignInFailures(workerCtx())).toBe(1)
  expect(await db.select().from(signInFailures)).toEqual(signIns.slice(1))
  expect((await db.select().from(rateWindows)).map((row) => row.key)).toEqual(['young'])
  expect((await db.select().from(rateBuckets)).map((row) => row.key)).toEqual(['young'])
  expect(await admitWithinWindow('young', 2, 60_000)).toMatchObject({ admitted: true, remaining: 0 })
  expect(await admitWithinWindow('old', 2, 60_000)).toMatchObject({ admitted: true, remaining: 1 })
})

it('deletes sessions that ended 30 days ago, and no other', async () => {
  const { db } = workerCtx()
  const [person] = await db
    .insert(users)
    .values({ email: `${v7()}@prune.example`, name: 'Person', passwordHash: 'none' })
    .returning()
  const session = (name: string, expires: number, revoked: number | null) => ({
    userId: person?.id ?? '',
    tokenHash: name,
    lastSeenAt: daysAgo(40),
    expiresAt: daysAgo(expires),
    revokedAt: revoked === null ? null : daysAgo(revoked),
  })
  await db
    .insert(sessions)
    .values([
      session('lives', -1, null),
      session('revoked lately', -1, 29),
      session('expired lately', 29, null),
      session('revoked long ago', -1, 31),
      session('expired long ago', 31, null),
    ])
  expect(await pruneSessions(workerCtx())).toBe(2)
  expect((await db.select().from(sessions)).map((row) => row.tokenHash).toSorted()).toEqual([
    'expired lately',
    'lives',
    'revoked lately',
  ])
})
