import { randomBytes, randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { v7 } from 'uuid'
import { inWorker, type Tenant } from '@/server/ctx'
import { pools } from '@/server/pools'
import { capabilitiesOf } from './capabilities'
import { databaseOf } from './client'
import { createPool } from './create-pool'
import { migrateDatabase, secureDatabase } from './migrate'
import { DATABASE_ROLES, roleName } from './role-url'
import { businesses, plans, projects, rpcEndpoints, subscriptions } from './schema'
import { PRODUCTS } from './seed-data'
import { seedReference } from './seed-reference'

const TEMPLATE = 'slipway_template'
const TEST_SECRET = Buffer.alloc(32, 7).toString('base64')

/**
 * A migrated database of its own for one test file, with reference data and without tenants. Points the environment at it,
 * so call it before anything reads `env()`; `close` drops it.
 */
export async function testDatabase(): Promise<{ url: string; close: () => Promise<void> }> {
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
  Object.assign(process.env, testEnvironment(url))
  return {
    url,
    async close() {
      const { app, readers, writers, worker, operator } = pools()
      await Promise.all([
        readers.end(),
        writers.end(),
        ...[app, worker, operator].map((pool) => pool.end({ timeout: 2 })),
      ])
      await admin.unsafe(`drop database if exists ${name} with (force)`)
      for (const role of DATABASE_ROLES) await admin.unsafe(`drop role if exists ${roleName(url, role)}`)
      await admin.end()
    },
  }
}

/** What a process under test needs in its environment. */
export function testEnvironment(databaseUrl: string): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    SLIPWAY_SECRET: TEST_SECRET,
    CUSTODY_KEK: `local:${Buffer.alloc(32, 9).toString('base64')}`,
    // Not the one at hand: vitest sets BASE_URL to '/'.
    BASE_URL: 'http://127.0.0.1:3000',
    // Nobody listens there: a test has no job engine.
    INNGEST_DEV: 'http://127.0.0.1:9',
    ALLOW_LOOPBACK_WEBHOOKS: 'true',
    LOG_LEVEL: 'silent',
    DATABASE_POOL: '5',
  }
}

async function ensureTemplate(admin: postgres.Sql, clusterUrl: string): Promise<void> {
  const [existing] = await admin`select 1 from pg_database where datname = ${TEMPLATE}`
  if (existing) return
  await admin.unsafe(`create database ${TEMPLATE}_new`)
  const url = withDatabase(clusterUrl, `${TEMPLATE}_new`)
  await migrateDatabase(url, TEST_SECRET)
  const sql = createPool(url, { max: 1, name: 'template' })
  await seedReference(databaseOf(sql))
  await sql.end()
  await admin.unsafe(`alter database ${TEMPLATE}_new rename to ${TEMPLATE}`)
}

function withDatabase(url: string, name: string): string {
  const copy = new URL(url)
  copy.pathname = `/${name}`
  return copy.toString()
}

type TenantOptions = {
  capabilities?: readonly string[]
  name?: string
  /** A further project of this business in place of a business of its own. */
  businessId?: string
}

/** A business with a project that is subscribed to every product and granted every capability. */
export async function createTenant(options: TenantOptions = {}): Promise<Tenant & { projectId: string }> {
  const businessId = options.businessId ?? v7()
  const projectId = v7()
  const name = options.name ?? `Business ${randomBytes(3).toString('hex')}`
  await inWorker(async ({ db }) => {
    if (!options.businessId) await db.insert(businesses).values({ id: businessId, name, slug: randomUUID() })
    await db.insert(projects).values({ id: projectId, businessId, name: 'Main', webhookSecretSealed: randomBytes(32) })
    for (const product of PRODUCTS) {
      const [plan] = await db
        .insert(plans)
        .values({
          productId: product.id,
          name: `Test ${name}`,
          description: 'A plan of one test',
          priceMonthlyMinor: 0n,
          capabilities: capabilitiesOf(product.id).filter(
            (capability) => options.capabilities?.includes(capability) ?? true,
          ),
          rateLimits: { readPerMinute: 1_000_000, writePerMinute: 1_000_000 },
          createdBy: 'test',
        })
        .returning({ id: plans.id })
      if (!plan) throw new Error('the plan was not written')
      await db.insert(subscriptions).values({
        businessId,
        projectId,
        planId: plan.id,
        productId: product.id,
        status: 'ACTIVE',
        startDate: new Date(),
        endDate: new Date(Date.now() + 30 * 86_400_000),
        createdBy: 'test',
      })
    }
  })
  return { businessId, projectId, actor: { type: 'key', id: v7() }, requestId: v7() }
}

/** Gives a chain a JSON-RPC endpoint. */
export async function addRpcEndpoint(chainId: number, url: string): Promise<void> {
  await inWorker(async ({ db }) => {
    await db.insert(rpcEndpoints).values({ chainId, url }).onConflictDoNothing()
  })
}
