import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrateDatabase } from './migrate'
import { DATABASE_ROLES, type DatabaseRole, rolePassword, roleUrl } from './role-url'
import { run, startTestingCluster, type TestingCluster } from './testing-cluster'

const SECRET = randomBytes(32).toString('base64')
const OTHER_SECRET = randomBytes(32).toString('base64')

let cluster: TestingCluster

beforeAll(async () => {
  cluster = await startTestingCluster()
})
afterAll(() => cluster.stop())

const asRole = (url: string, role: DatabaseRole, text: string, secret = SECRET) => run(roleUrl(url, role, secret), text)

/** Written by a superuser, past every key and policy: the test is about who may see it. */
async function addWallet(url: string): Promise<string> {
  const wallet = v7()
  await cluster.asSuperuser(
    url,
    `insert into wallets (id, business_id, seed_id, chain_type, address_index, address, derivation_path, purpose)
     values ('${wallet}', '${v7()}', '${v7()}', 'EVM', 0, '0x1', 'm', 'GENERAL')`,
  )
  return wallet
}

test('an owner that is no superuser migrates, and migrates again', async () => {
  const url = await cluster.newDatabase('hosted')
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
  const url = await cluster.newDatabase('older')
  await cluster.migrateTo(url, 1)
  const [transaction, wallet] = [v7(), v7()]
  await cluster.asSuperuser(
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
  await migrateDatabase(await cluster.newDatabaseWithTables('logged'), SECRET)
  const log = readFileSync(cluster.logFile, 'utf8')
  expect(log).toContain('create role slipway_app')
  for (const role of DATABASE_ROLES) expect(log).not.toContain(rolePassword(role, SECRET))
})

test('two deployments in one cluster leave each other alone', async () => {
  const [first, second] = [await cluster.newDatabaseWithTables('first'), await cluster.newDatabaseWithTables('second')]
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

test('a mistyped secret migrates nothing, and the logins of the right one go on', async () => {
  const url = await cluster.newDatabaseWithTables('mistyped')
  await migrateDatabase(url, SECRET)
  await expect(migrateDatabase(url, OTHER_SECRET)).rejects.toThrow(/^SLIPWAY_SECRET is not the one/)
  expect(await asRole(url, 'slipway_app', 'select 1 as one')).toEqual([{ one: 1 }])
  await migrateDatabase(url, SECRET)
})

test('a new secret ends the former logins', async () => {
  const url = await cluster.newDatabaseWithTables('renewed')
  await migrateDatabase(url, SECRET)
  await migrateDatabase(url, OTHER_SECRET, { isNewSecret: true })
  await expect(asRole(url, 'slipway_app', 'select 1')).rejects.toThrow(/password/)
  expect(await asRole(url, 'slipway_app', 'select 1 as one', OTHER_SECRET)).toEqual([{ one: 1 }])
})
