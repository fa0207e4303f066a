import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { beforeAll, expect, test } from 'vitest'
import { DATABASE_ROLES, type DatabaseRole, roleUrl } from '@/db/role-url'
import { run } from '@/db/testing-cluster'
import { TEST_SECRET } from '@/db/testing-database'
import { inTenant, type Tenant, workerCtx } from '@/server/ctx'
import { newCaller } from '@/server/testing/callers'
import { fillTenant } from '@/server/testing/fill-tenant'
import { openPartitionWorld, prepareAt } from './partition-world.test-data'

/** Partitions have no separate policies: direct access to one would show every business. */
const world = openPartitionWorld()
const PARTITIONED = ['indexer_logs', 'webhook_attempts']
let ours: Tenant
let theirs: Tenant
let partitions: string[]

beforeAll(async () => {
  ours = (await newCaller()).tenant
  theirs = (await newCaller()).tenant
  await fillTenant(ours)
  await fillTenant(theirs)
  await prepareAt(Date.now())
  const rows = await asOwner<{ name: string }>(
    "select c.oid::regclass::text as name from pg_class c where c.relispartition and c.relkind = 'r'",
  )
  partitions = rows.map(({ name }) => name)
})

const asRole = (role: DatabaseRole, text: string) => run(roleUrl(world.databaseUrl, role, TEST_SECRET), text)

async function asOwner<T extends object>(text: string): Promise<T[]> {
  const owner = postgres(world.databaseUrl, { max: 1, onnotice: () => {} })
  try {
    return [...(await owner.unsafe<T[]>(text))]
  } finally {
    await owner.end()
  }
}

test('no role of ours reaches a partition by itself, whatever it asks', async () => {
  expect(partitions.length).toBeGreaterThanOrEqual(14)
  for (const role of DATABASE_ROLES) {
    const own = postgres(roleUrl(world.databaseUrl, role, TEST_SECRET), { max: 1, onnotice: () => {} })
    for (const name of partitions) {
      for (const text of [
        `select 1 from ${name}`,
        `delete from ${name}`,
        `insert into ${name} select * from ${name}`,
        `update ${name} set id = id`,
        `truncate ${name}`,
        `drop table ${name}`,
        `create table ${name}_more ()`,
      ])
        await expect(own.unsafe(text), `${role}: ${text}`).rejects.toMatchObject({ code: '42501' })
    }
    await own.end()
  }
})

test('nor has it a right there, were the schema open', async () => {
  const held = await asOwner(
    `select c.relname, a.grantee::regrole from pg_class c, aclexplode(c.relacl) a where c.relispartition and a.grantee <> c.relowner`,
  )
  expect(held).toEqual([])
})

test('a business sees of all partitions together its own rows alone', async () => {
  for (const table of PARTITIONED) {
    const name = sql.identifier(table)
    const seen = await inTenant(ours, ({ db }) =>
      db.execute<{ business: string; place: string }>(
        sql`select business_id as business, tableoid::text as place from ${name}`,
      ),
    )
    expect(seen.length).toBeGreaterThan(0)
    expect(seen.every(({ business }) => business === ours.businessId)).toBe(true)
    const all = await workerCtx().db.execute<{ business: string }>(sql`select business_id as business from ${name}`)
    expect(all.map(({ business }) => business)).toContain(theirs.businessId)
  }
})

test('only the worker makes and drops partitions, and only those of these tables', async () => {
  for (const role of ['slipway_app', 'slipway_operator'] as const) {
    await expect(asRole(role, 'select prepare_partitions(now())')).rejects.toMatchObject({ code: '42501' })
    await expect(asRole(role, "select drop_partitions('indexer_logs', now())")).rejects.toMatchObject({ code: '42501' })
  }
  for (const table of ['webhook_messages', 'businesses', "'; drop table wallets; --", 'partitions.indexer_logs_first'])
    await expect(
      workerCtx().db.execute(sql`select drop_partitions(${table}, now() + interval '9 years')`),
    ).rejects.toMatchObject({ cause: { code: 'P0001' } })
  await expect(asRole('slipway_worker', 'alter table indexer_logs detach partition x')).rejects.toMatchObject({
    code: '42501',
  })
})

test('a table of the caller’s own stands in for none that the functions name', async () => {
  const ahead = "now() + interval '4 years'"
  await asRole(
    'slipway_worker',
    `create temp table pg_inherits (x int); create temp table indexer_log_counts (day int); create temp table webhook_messages (x int);
     select prepare_partitions(${ahead})`,
  )
  const made = await asOwner<{ n: number }>(
    "select count(*)::int as n from partitions_of('indexer_logs') where first_day > (extract(epoch from now()) / 86400) + 1000",
  )
  expect(made).toEqual([{ n: 6 }])
})
