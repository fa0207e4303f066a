import { inspect } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Database, prepareStatement } from '@/db/client'
import { wallets } from '@/db/schema/index'
import { inOperator, inTenant, inTenantReading, inWorker, type Tenant, tenantStatements, workerCtx } from '@/server/ctx'
import { toLoggedError } from '@/server/logger'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'

const CANARY = 'canary-7f3a91'
const SYSTEM = { actor: { type: 'system', id: 'test' }, requestId: 'test' } as const

openDatabase()
let tenant: Tenant
beforeAll(async () => {
  tenant = await createTenant()
})

const prepared = prepareStatement((db) =>
  db
    .select()
    .from(wallets)
    .where(eq(sql`${wallets.purpose}::int`, sql.placeholder('purpose')))
    .prepare('failing-query'),
)

/** Ways a statement fails: a parameter has the canary, and Postgres quotes it in a message, a detail or a context. */
const FAILURES: Record<string, (db: Database) => Promise<unknown>> = {
  'a relation that is not there': (db) => db.execute(sql`select * from nowhere where a = ${CANARY}`),
  'a value that does not parse': (db) => db.execute(sql`select ${CANARY}::text::int`),
  'a typed parameter': (db) => db.select().from(wallets).where(eq(wallets.id, CANARY)),
  'a prepared query': (db) => prepared(db, { purpose: CANARY }),
  'a constraint': (db) => db.execute(sql`insert into wallets (id, purpose) values (gen_random_uuid(), ${CANARY})`),
  'a function of the database': (db) => db.execute(sql`select to_date(${CANARY}, 'YYYY-MM-DD')`),
}

type Enter = (work: (ctx: { db: Database }) => Promise<unknown>) => Promise<unknown>
const HANDLES: Record<string, Enter> = {
  'a tenant': (work) => inTenant(tenant, work),
  'a reading tenant': (work) => inTenantReading(tenant, work),
  'a tenant’s single statements': (work) => work({ db: tenantStatements() }),
  'the worker': (work) => work(workerCtx()),
  'a worker’s transaction': (work) => inWorker(work),
  'the operator': (work) => inOperator(SYSTEM, work),
}

describe.each(Object.entries(HANDLES))('a statement of %s', (_name, enter) => {
  test.each(Object.entries(FAILURES))('fails on %s without what it carried', async (_why, fail) => {
    const error: unknown = await enter(({ db }) => fail(db)).then(
      () => null,
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(Error)
    const reported = inspect(error, { depth: 10, showHidden: true }) + JSON.stringify(toLoggedError(error))
    expect(reported).toContain('Failed query: ')
    expect(reported).not.toContain(CANARY)
  })
})
