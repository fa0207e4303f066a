import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreePort } from '@/dev/free-port'
import { type RunningPostgres, startPostgres } from '@/dev/postgres'
import { findPostgresUser, makeOwnFolder, placeForUser } from '@/dev/postgres-user'
import { migrateDatabase } from './migrate'
import { DATABASE_ROLES, type DatabaseRole, rolePassword, roleUrl } from './role-url'

const SECRET = randomBytes(32).toString('base64')
const OTHER_SECRET = randomBytes(32).toString('base64')

let home: string
let dataDir: string
let cluster: RunningPostgres
let logFile: string

// A cluster of its own: its log is read, and its owner of databases is no superuser, as at every hosted Postgres.
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'slipway-migrate-'))
  dataDir = join(home, 'data')
  logFile = join(home, 'log')
  const user = findPostgresUser(dataDir)
  if (user) makeOwnFolder(home, user)
  cluster = await startPostgres({
    dataDir,
    logFile,
    port: await findFreePort(),
    password: 'throw-away',
    durable: false,
  })
  await run(cluster.url, "create role landlord login createrole createdb password 'throw-away'")
  await run(cluster.url, "alter system set log_statement = 'all'")
  await run(cluster.url, 'select pg_reload_conf()')
})
afterAll(async () => {
  await cluster.stop()
  rmSync(placeForUser(dataDir, findPostgresUser(dataDir)), { recursive: true, force: true })
  rmSync(home, { recursive: true, force: true })
})

async function run(url: string, text: string): Promise<Record<string, unknown>[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    return [...(await sql.unsafe(text))]
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** A new database of the landlord's; answers the landlord's address of it. */
async function newDatabase(name: string): Promise<string> {
  const url = new URL(cluster.url)
  url.username = 'landlord'
  url.pathname = '/postgres'
  await run(url.toString(), `create database ${name}`)
  url.pathname = `/${name}`
  return url.toString()
}

const asRole = (url: string, role: DatabaseRole, text: string, secret = SECRET) => run(roleUrl(url, role, secret), text)

/** Written by a superuser, past every key and policy: the test is about who may see it. */
async function addWallet(url: string): Promise<string> {
  const wallet = v7()
  await asSuperuser(
    url,
    `insert into wallets (id, business_id, seed_id, chain_type, address_index, address, derivation_path, purpose)
     values ('${wallet}', '${v7()}', '${v7()}', 'EVM', 0, '0x1', 'm', 'GENERAL')`,
  )
  return wallet
}

async function asSuperuser(url: string, statement: string): Promise<void> {
  const own = new URL(cluster.url)
  own.pathname = new URL(url).pathname
  await run(own.toString(), `set session_replication_role = replica; ${statement}`)
}

/** The database as the first migrations left it. */
async function migrateTo(url: string, count: number): Promise<void> {
  const source = join(process.cwd(), 'db', 'migrations')
  const folder = join(home, 'migrations')
  mkdirSync(join(folder, 'meta'), { recursive: true })
  const journal = JSON.parse(readFileSync(join(source, 'meta', '_journal.json'), 'utf8'))
  const entries: { tag: string }[] = journal.entries.slice(0, count)
  for (const { tag } of entries) copyFileSync(join(source, `${tag}.sql`), join(folder, `${tag}.sql`))
  writeFileSync(join(folder, 'meta', '_journal.json'), JSON.stringify({ ...journal, entries }))
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  await migrate(drizzle(sql), { migrationsFolder: folder })
  await sql.end()
}

test('an owner that is no superuser migrates, and migrates again', async () => {
  const url = await newDatabase('hosted')
  await migrateDatabase(url, SECRET)
  await migrateDatabase(url, SECRET)
  for (const role of DATABASE_ROLES) expect(await asRole(url, role, 'select 1 as one')).toEqual([{ one: 1 }])
  const wallet = await addWallet(url)
  // Runs with the owner's rights, and this owner does not pass by row-level security.
  expect(await asRole(url, 'slipway_app', `select wallet_exists_elsewhere('${wallet}', '') as found`)).toEqual([
    { found: true },
  ])
})

test('a migration changes the rows that are there, and ends the rights of roles with the former names', async () => {
  const url = await newDatabase('older')
  await migrateTo(url, 1)
  const [transaction, wallet] = [v7(), v7()]
  await asSuperuser(
    url,
    `insert into transactions (id, business_id, wallet_id, type, chain_type, network, chain_id, signer_type, from_address,
       address_index, to_address, amount_units, decimals)
     values ('${transaction}', '${v7()}', '${wallet}', 'TRANSFER', 'EVM', 'TESTNET', 84532, 'BUSINESS_HD', '0x1', 0, '0x2', 1, 18)`,
  )
  await run(
    cluster.url,
    ['app', 'worker', 'operator'].map((name) => `create role slipway_${name} login password 'of another'`).join(';'),
  )
  await run(
    url,
    `alter table transactions enable row level security;
     alter table transactions force row level security;
     create policy tenant on transactions to slipway_app using (false) with check (false);
     grant all on schema public to slipway_app;
     grant all on all tables in schema public to slipway_app, slipway_worker, slipway_operator`,
  )
  await migrateDatabase(url, SECRET)
  const seen = await asRole(url, 'slipway_worker', 'select id, lane_wallet_id from transactions')
  expect(seen).toEqual([{ id: transaction, lane_wallet_id: wallet }])
  const rights = `select count(*)::int as count from information_schema.role_table_grants
    where grantee in ('slipway_app', 'slipway_worker', 'slipway_operator')`
  expect(await run(url, rights)).toEqual([{ count: 0 }])
  const former = new URL(url)
  Object.assign(former, { username: 'slipway_app', password: 'of another' })
  await expect(run(former.toString(), 'select 1 from public.transactions')).rejects.toThrow(/permission denied/)
})

test('no log of the server ever holds the password of a role', async () => {
  await migrateDatabase(await newDatabase('logged'), SECRET)
  const log = readFileSync(logFile, 'utf8')
  expect(log).toContain('create role slipway_app')
  for (const role of DATABASE_ROLES) expect(log).not.toContain(rolePassword(role, SECRET))
})

test('two deployments in one cluster leave each other alone', async () => {
  const [first, second] = [await newDatabase('first'), await newDatabase('second')]
  await migrateDatabase(first, SECRET)
  await migrateDatabase(second, OTHER_SECRET)
  for (const role of DATABASE_ROLES) {
    expect(await asRole(first, role, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(await asRole(second, role, 'select 1 as one', OTHER_SECRET)).toEqual([{ one: 1 }])
  }
  const stranger = new URL(roleUrl(first, 'slipway_worker', SECRET))
  stranger.pathname = '/second'
  await expect(run(stranger.toString(), 'select 1 from public.businesses')).rejects.toThrow(/permission denied/)
})

test('a new secret ends the former logins', async () => {
  const url = await newDatabase('renewed')
  await migrateDatabase(url, SECRET)
  await migrateDatabase(url, OTHER_SECRET)
  await expect(asRole(url, 'slipway_app', 'select 1')).rejects.toThrow(/password/)
  expect(await asRole(url, 'slipway_app', 'select 1 as one', OTHER_SECRET)).toEqual([{ one: 1 }])
})
