import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  inOperator,
  inOperatorReading,
  inTenant,
  inTenantReading,
  inWorker,
  type Tenant,
  tenantStatements,
  workerCtx,
} from '@/server/ctx'
import { env } from '@/server/env'
import { MAX_CONNECTIONS, MIN_CONNECTIONS, poolSizes } from '@/server/environment/pool-sizes'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { joinSecretHolders } from '@/server/webhooks/share-secrets'
import { listenForEvents } from '@/server/webhooks/streams/event-signals'
import { listenForChanges } from './listen-for-changes'
import { pools } from './pools'

/** Every statement below waits for it. */
const GATE = 4711
const WHO = { actor: { type: 'system', id: 'test' }, requestId: v7() } as const
const WAITING = sql`select pg_advisory_xact_lock_shared(${GATE}::int)`

const database = openDatabase()
let owner: postgres.Sql
let tenant: Tenant

beforeAll(async () => {
  owner = postgres(database.url, { max: 1, onnotice: () => {} })
  tenant = await createTenant()
})
afterAll(async () => {
  await owner.end()
})

async function countConnections(): Promise<number> {
  const [row] = await owner<{ count: number }[]>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`
  return row?.count ?? 0
}

/** One call over each kind of connection. */
const WAYS: (() => Promise<unknown>)[] = [
  () => inTenant(tenant, ({ db }) => db.execute(WAITING)),
  async () => tenantStatements().execute(WAITING),
  () => inTenantReading(tenant, ({ db }) => db.execute(WAITING)),
  () => inWorker(({ db }) => db.execute(WAITING)),
  async () => workerCtx().db.execute(WAITING),
  () => inOperator(WHO, ({ db }) => db.execute(WAITING)),
  () => inOperatorReading(WHO, ({ db }) => db.execute(WAITING)),
]

test('under any load a process has as many connections as DATABASE_POOL says, and no more', async () => {
  const { DATABASE_POOL } = env()
  await Promise.all([listenForChanges(), joinSecretHolders(pools().worker)])
  listenForEvents(v7())
  await owner`select pg_advisory_lock(${GATE})`
  const burst = () => WAYS.flatMap((way) => Array.from({ length: 2 * DATABASE_POOL }, way))
  const first = burst()
  await expect.poll(countConnections).toBe(DATABASE_POOL)
  const second = burst()
  // All of them wait: what opened no connection at once opens none.
  await owner`select pg_advisory_unlock(${GATE})`
  const peak = countConnections()
  await Promise.all([...first, ...second])
  expect(await peak).toBe(DATABASE_POOL)
  expect(await countConnections()).toBe(DATABASE_POOL)
})

test.each([MIN_CONNECTIONS, 22, 23, 45, MAX_CONNECTIONS])('%i connections are shared out to the last', (most) => {
  const sizes = Object.values(poolSizes(most))
  expect(sizes.reduce((sum, size) => sum + size)).toBe(most)
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(2)
})

test('a pool says how long the first transaction has waited for a connection', async () => {
  const { app } = pools()
  const { tenantTransactions } = poolSizes(env().DATABASE_POOL)
  const wait = () => app.usage().longestWaitMs
  const gated = () => inTenant(tenant, ({ db }) => db.execute(WAITING))
  await owner`select pg_advisory_lock(${GATE})`
  const running = Array.from({ length: tenantTransactions }, gated)
  await expect.poll(() => app.usage().taken).toBe(tenantTransactions)
  expect(wait()).toBe(0)
  const next = gated()
  await expect.poll(wait).toBeGreaterThan(50)
  await owner`select pg_advisory_unlock(${GATE})`
  await Promise.all([...running, next])
  expect(wait()).toBe(0)
})
