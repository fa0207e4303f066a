import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { migrateDatabase } from './migrate'
import { TEST_SECRET } from './testing-database'

const MIGRATIONS = path.resolve(process.cwd(), 'db/migrations')
const FIRST = '0004_project_keys'
const name = `test_keys_${v7().replaceAll('-', '')}`
let admin: postgres.Sql
let sql: postgres.Sql

beforeAll(async () => {
  const clusterUrl = new URL(process.env.TEST_DATABASE_URL ?? '')
  admin = postgres(clusterUrl.href, { max: 1, onnotice: () => {} })
  await admin.unsafe(`create database ${name}`)
  clusterUrl.pathname = `/${name}`
  sql = postgres(clusterUrl.href, { max: 1, onnotice: () => {} })
})
afterAll(async () => {
  await sql.end()
  await admin.unsafe(`drop database ${name} with (force)`)
  await admin.end()
})

it('gives keys used before to the project that used them, and what nobody can tell to every project of the business', async () => {
  await migrateUntil(FIRST)
  const [one, other, lone] = [v7(), v7(), v7()]
  const both = await addBusiness([one, other])
  const single = await addBusiness([lone])
  const paid = await addKey(both, 'paid', await addTransaction(both, other))
  await addKey(both, 'made', null)
  await logRequest(both, one, 'made')
  await addKey(both, 'shared', null)
  await logRequest(both, one, 'shared')
  await logRequest(both, other, 'shared')
  await addKey(single, 'unlogged', null)

  const url = urlOf(sql)
  // The roles belong to the cluster: another secret would lock every other test out.
  await migrateDatabase(url, TEST_SECRET)
  const rows =
    await sql`select project_id, key, resource_id, response_body->>'text' as body from idempotency_keys order by key, project_id`
  const body = '{}'
  expect(rows.map((row) => ({ ...row }))).toEqual([
    { project_id: one, key: 'made', resource_id: null, body },
    { project_id: other, key: 'paid', resource_id: paid, body },
    ...[one, other].sort().map((project) => ({ project_id: project, key: 'shared', resource_id: null, body })),
    { project_id: lone, key: 'unlogged', resource_id: null, body },
  ])
  const open = await sql`select relname from pg_class where relrowsecurity and not relforcerowsecurity`
  expect(open.map(({ relname }) => relname)).toEqual([])
})

/** The schema as it was before a migration. */
async function migrateUntil(tag: string): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'slipway-migrations-'))
  await cp(MIGRATIONS, folder, { recursive: true })
  const file = path.join(folder, 'meta', '_journal.json')
  const journal = z
    .looseObject({ entries: z.array(z.looseObject({ tag: z.string() })) })
    .parse(JSON.parse(await readFile(file, 'utf8')))
  const end = journal.entries.findIndex((entry) => entry.tag === tag)
  expect(end).toBeGreaterThan(0)
  await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, end) }))
  await migrate(drizzle(sql), { migrationsFolder: folder })
  await rm(folder, { recursive: true })
}

async function addBusiness(projects: readonly string[]): Promise<string> {
  const id = v7()
  await sql`insert into businesses (id, name, slug) values (${id}, 'B', ${id})`
  for (const project of projects) {
    await sql`insert into projects (id, business_id, name, webhook_secret_sealed) values (${project}, ${id}, 'P', '')`
  }
  return id
}

async function addTransaction(businessId: string, projectId: string): Promise<string> {
  const [id, walletId, seedId, chainId] = [v7(), v7(), v7(), 990_001]
  await sql`insert into chains (chain_id, code, name, chain_type, network, native_symbol, native_decimals, explorer_url, gas_policy, confirmations, block_time_ms, max_fee_per_gas_cap)
    values (${chainId}, 'T', 'T', 'EVM', 'TESTNET', 'T', 18, '', 'sponsored', 1, 1000, 1)`
  await sql`insert into wallet_seeds (id, business_id, seed_sealed, data_key_wrapped, kek_id) values (${seedId}, ${businessId}, '', '', 'k')`
  await sql`insert into wallets (id, business_id, seed_id, chain_type, address_index, address, derivation_path, purpose)
    values (${walletId}, ${businessId}, ${seedId}, 'EVM', 0, '0xa', 'm', 'P')`
  await sql`insert into transactions (id, business_id, project_id, wallet_id, type, chain_type, network, chain_id, signer_type, from_address, address_index, to_address, amount_units, decimals)
    values (${id}, ${businessId}, ${projectId}, ${walletId}, 'TRANSFER', 'EVM', 'TESTNET', ${chainId}, 'BUSINESS_HD', '0xa', 0, '0xb', 1, 18)`
  return id
}

async function addKey(businessId: string, key: string, resourceId: string | null): Promise<string | null> {
  await sql`insert into idempotency_keys (business_id, environment, operation, key, fingerprint, resource_id, response_status, response_body)
    values (${businessId}, 'live', 'POST /v1/x', ${key}, 'f', ${resourceId}, 201, '{"text": "{}"}')`
  return resourceId
}

async function logRequest(businessId: string, projectId: string, key: string): Promise<void> {
  await sql`insert into request_log (id, business_id, project_id, method, path, operation, status, duration_ms, idempotency_key)
    values (${v7()}, ${businessId}, ${projectId}, 'POST', '/v1/x', 'POST /v1/x', 201, 1, ${key})`
}

function urlOf(client: postgres.Sql): string {
  const url = new URL(process.env.TEST_DATABASE_URL ?? '')
  url.pathname = `/${client.options.database}`
  return url.href
}
