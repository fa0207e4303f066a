import { eq, sql } from 'drizzle-orm'
import postgres from 'postgres'
import { beforeAll, expect, test } from 'vitest'
import { wallets } from '@/db/schema'
import { newCaller } from '@/server/testing/callers'
import { inTenantWithSeed } from '@/server/testing/in-tenant-with-seed'
import { openDatabase } from '@/server/testing/open-database'
import { createWallets } from '@/server/wallets/create-wallets'
import { inTenantReading, type Tenant } from './ctx'

const database = openDatabase()
let tenants: Tenant[]
beforeAll(async () => {
  tenants = await Promise.all(Array.from({ length: 5 }, async () => (await newCaller()).tenant))
  for (const [index, tenant] of tenants.entries()) {
    await inTenantWithSeed(tenant, (ctx) => createWallets(ctx, { chainType: 'EVM', count: index + 1, purpose: 'TEST' }))
  }
})

function at(index: number): Tenant {
  const tenant = tenants[index]
  if (!tenant) throw new Error('there is no such tenant')
  return tenant
}

/** Without any condition: only row-level security decides what comes back. */
const readAll = (tenant: Tenant) => inTenantReading(tenant, ({ db }) => db.select().from(wallets))

test('reads of many tenants over the same few connections never mix', async () => {
  const askers = Array.from({ length: 1_000 }, (_, turn) => turn % tenants.length)
  const answers = await Promise.all(askers.map((index) => readAll(at(index))))
  for (const [turn, rows] of answers.entries()) {
    const index = askers[turn] ?? 0
    expect(rows).toHaveLength(index + 1)
    expect(new Set(rows.map((row) => row.businessId))).toEqual(new Set([tenants[index]?.businessId]))
  }
})

test('a failing statement fails alone', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, (_, turn) =>
      turn % 2
        ? readAll(at(0))
        : inTenantReading(at(1), async ({ db }) => [...(await db.execute(sql`select 1 / ${0}::int as x`))]),
    ),
  )
  expect(outcomes.map((outcome) => outcome.status)).toEqual(
    outcomes.map((_, turn) => (turn % 2 ? 'fulfilled' : 'rejected')),
  )
})

test('a statement that cannot be encoded fails alone, and no answer goes to another', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 60 }, (_, turn) =>
      turn % 3 === 1
        ? inTenantReading(at(1), ({ db }) => db.execute(sql`select ${sql.param(undefined)}::text as x`))
        : readAll(at(turn % 3)),
    ),
  )
  for (const [turn, outcome] of outcomes.entries()) {
    if (turn % 3 === 1) expect(outcome.status).toBe('rejected')
    else expect(outcome).toMatchObject({ status: 'fulfilled', value: { length: (turn % 3) + 1 } })
  }
})

test('connections that are cut in the middle answer with an error or with the right rows', async () => {
  const readsThenCuts = Array.from({ length: 400 }, async (_, turn) => {
    if (turn % 50 === 25) {
      await cutReaders()
      return
    }
    const index = turn % tenants.length
    const tenant = at(index)
    const rows = await readAll(tenant).catch(() => null)
    if (rows === null) return
    expect(rows).toHaveLength(index + 1)
    expect(rows.every((row) => row.businessId === tenant.businessId)).toBe(true)
  })
  await Promise.all(readsThenCuts)
  await expect
    .poll(() =>
      readAll(at(0)).then(
        (rows) => rows.length,
        () => 0,
      ),
    )
    .toBe(1)
})

test('a statement prepared before a change of schema still reads its own tenant', async () => {
  await Promise.all(tenants.map(readAll))
  const owner = ownerOf(database.url)
  await owner.unsafe('alter table wallets alter column purpose type varchar(200)')
  await owner.end()
  const answers = await Promise.all(Array.from({ length: 200 }, (_, turn) => readAll(at(turn % 5))))
  for (const [turn, rows] of answers.entries()) {
    expect(new Set(rows.map((row) => row.businessId))).toEqual(new Set([tenants[turn % 5]?.businessId]))
  }
})

test('cannot write', async () => {
  const write = inTenantReading(at(0), ({ db, businessId }) =>
    db.update(wallets).set({ purpose: 'X' }).where(eq(wallets.businessId, businessId)),
  )
  await expect(write).rejects.toMatchObject({ cause: { message: 'a read-only call tried to write' } })
  expect(await readAll(at(0))).toMatchObject([{ purpose: 'TEST' }])
})

async function cutReaders(): Promise<void> {
  const owner = ownerOf(database.url)
  await owner`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'slipway_reader' and datname = current_database()`
  await owner.end()
}

function ownerOf(url: string) {
  return postgres(url, { max: 1, onnotice: () => {} })
}
