import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { databaseOf } from './client'
import { createPool } from './create-pool'
import { migrateDatabase, secureDatabase } from './migrate'
import { DATABASE_ROLES, roleName } from './role-url'
import { seedReference } from './seed-reference'

const TEMPLATE = 'slipway_template'
/** SLIPWAY_SECRET of every test. */
export const TEST_SECRET = Buffer.alloc(32, 7).toString('base64')

/** A migrated database of its own for one test file, with reference data and without tenants; `drop` ends it with its roles. */
export async function createTestingDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const clusterUrl = process.env.TEST_DATABASE_URL
  if (!clusterUrl)
    throw new Error('TEST_DATABASE_URL is missing: run the tests through vitest, whose global setup starts Postgres.')
  const admin = postgres(clusterUrl, { max: 1, onnotice: () => {} })
  const name = `test_${randomBytes(6).toString('hex')}`
  await admin`select pg_advisory_lock(5501)`
  await ensureTemplate(admin, clusterUrl)
  await admin.unsafe(`create database ${name} template ${TEMPLATE}`)
  await admin`select pg_advisory_unlock(5501)`
  const url = withDatabase(clusterUrl, name)
  await secureDatabase(url, TEST_SECRET)
  return {
    url,
    async drop() {
      await admin.unsafe(`drop database if exists ${name} with (force)`)
      for (const role of DATABASE_ROLES) await admin.unsafe(`drop role if exists ${roleName(url, role)}`)
      await admin.end()
    },
  }
}

async function ensureTemplate(admin: postgres.Sql, clusterUrl: string): Promise<void> {
  const [existing] = await admin`select 1 from pg_database where datname = ${TEMPLATE}`
  if (existing) return
  await admin.unsafe(`create database ${TEMPLATE}_new`)
  const url = withDatabase(clusterUrl, `${TEMPLATE}_new`)
  await migrateDatabase(url, TEST_SECRET)
  const sql = createPool(url, { statements: 1, transactions: 0, name: 'template' })
  await seedReference(databaseOf(sql))
  await sql.end()
  await admin.unsafe(`alter database ${TEMPLATE}_new rename to ${TEMPLATE}`)
}

function withDatabase(url: string, name: string): string {
  const copy = new URL(url)
  copy.pathname = `/${name}`
  return copy.toString()
}
