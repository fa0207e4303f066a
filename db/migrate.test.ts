import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { findFreePort } from '@/dev/free-port'
import { type RunningPostgres, startPostgres } from '@/dev/postgres'
import { findPostgresUser, makeOwnFolder, placeForUser } from '@/dev/postgres-user'
import { ledgerDrift } from '@/server/ledger/ledger-drift'
import { databaseOf } from './client'
import { migrateDatabase } from './migrate'
import { DATABASE_ROLES, type DatabaseRole, rolePassword, roleUrl } from './role-url'

const SECRET = randomBytes(32).toString('base64')
const OTHER_SECRET = randomBytes(32).toString('base64')
const MIGRATIONS = join(process.cwd(), 'db', 'migrations')

const journalFile = z.object({ entries: z.array(z.object({ tag: z.string() })) })

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

/** The guards of the ledger's tables as the version before currencies set them. */
const THEN_GUARDS = `
  create function refuse_ledger_change() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
  create trigger append_only before update or delete or truncate on ledger_journals
    for each statement execute function refuse_ledger_change();
  create trigger append_only before update or delete or truncate on ledger_entries
    for each statement execute function refuse_ledger_change();
  create trigger moved_by_entries before update on ledger_accounts
    for each row when (pg_trigger_depth() = 0) execute function refuse_ledger_change();
  create trigger opened_empty before insert on ledger_accounts
    for each row when (new.balance_micros <> 0) execute function refuse_ledger_change();
  create trigger kept before delete or truncate on ledger_accounts for each statement execute function refuse_ledger_change();
  alter table ledger_accounts enable row level security;
  alter table ledger_accounts force row level security;
  alter table ledger_journals enable row level security;
  alter table ledger_journals force row level security`

async function asSuperuser(url: string, statement: string): Promise<void> {
  const own = new URL(cluster.url)
  own.pathname = new URL(url).pathname
  await run(own.toString(), `set session_replication_role = replica; ${statement}`)
}

/** How many migrations came before this one. */
function countBefore(name: string): number {
  const { entries } = journalFile.parse(JSON.parse(readFileSync(join(MIGRATIONS, 'meta', '_journal.json'), 'utf8')))
  const place = entries.findIndex(({ tag }) => tag.endsWith(name))
  if (place < 0) throw new Error(`there is no migration ${name}`)
  return place
}

/** The database as the first migrations left it. */
async function migrateTo(url: string, count: number): Promise<void> {
  const source = MIGRATIONS
  const folder = join(home, `migrations-${count}`)
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

test('the ledger takes over what was credited, held and charged in dollars', async () => {
  const url = await newDatabase('dollars')
  await migrateTo(url, countBefore('accounts_by_currency'))
  const [business, open, ended] = [v7(), v7(), v7()]
  const journals = { credit: v7(), openHold: v7(), hold: v7(), raise: v7(), settle: v7() }
  const transaction = (id: string, hold: number, charged: string, status: string) =>
    `insert into transactions (id, business_id, wallet_id, type, chain_type, network, chain_id, signer_type, from_address,
       address_index, to_address, amount_units, decimals, fee_hold_micros, fee_charged_micros, status)
     values ('${id}', '${business}', '${v7()}', 'TRANSFER', 'EVM', 'MAINNET', 1, 'BUSINESS_HD', '0x1', 0, '0x2', 1, 18, ${hold}, ${charged}, '${status}');`
  const journal = (id: string, kind: string, of: string | null, entries: Record<string, number>) =>
    `insert into ledger_journals (id, business_id, kind, transaction_id, reason, created_by)
       values ('${id}', '${business}', '${kind}', ${of === null ? 'null' : `'${of}'`}, 'then', 'then');
     insert into ledger_entries (journal_id, business_id, kind, amount_micros) values
       ${Object.entries(entries).map(([account, micros]) => `('${id}', '${business}', '${account}', ${micros})`)};`
  await asSuperuser(
    url,
    transaction(open, 300, 'null', 'PENDING') +
      transaction(ended, 250, '120', 'COMPLETED') +
      journal(journals.credit, 'credit', null, { available: 1000, funding: -1000 }) +
      journal(journals.openHold, 'hold', open, { available: -300, reserved: 300 }) +
      journal(journals.hold, 'hold', ended, { available: -200, reserved: 200 }) +
      journal(journals.raise, 'raise', ended, { available: -50, reserved: 50 }) +
      journal(journals.settle, 'settle', ended, { available: 130, gas: 120, reserved: -250 }) +
      `insert into ledger_accounts (business_id, kind, balance_micros) values
         ('${business}', 'available', 580), ('${business}', 'reserved', 300), ('${business}', 'gas', 120), ('${business}', 'funding', -1000)`,
  )
  await run(url, THEN_GUARDS)
  await migrateDatabase(url, SECRET)
  const owner = postgres(url, { max: 1 })
  expect(await ledgerDrift(databaseOf(owner))).toEqual([])
  await owner.end()
  const accounts = `select currency, kind, balance_units::text as units from ledger_accounts where business_id = '${business}' order by kind`
  expect(await asRole(url, 'slipway_worker', accounts)).toEqual([
    { currency: 'USD', kind: 'available', units: '580' },
    { currency: 'USD', kind: 'funding', units: '-1000' },
    { currency: 'USD', kind: 'gas', units: '120' },
    { currency: 'USD', kind: 'reserved', units: '300' },
  ])
  const kept = 'select id, reference_type, reference_id from ledger_journals order by id'
  expect(await asRole(url, 'slipway_worker', kept)).toEqual([
    { id: journals.credit, reference_type: null, reference_id: null },
    ...[
      { id: journals.openHold, reference_id: open },
      { id: journals.hold, reference_id: ended },
      { id: journals.raise, reference_id: ended },
      { id: journals.settle, reference_id: ended },
    ].map((row) => ({ ...row, reference_type: 'transaction' })),
  ])
  const change = run(url, `update ledger_journals set reason = 'now'`)
  await expect(change).rejects.toThrow('only entries move money')
})

test('messages of the former outbox keep what they tell of, whose keys sign them, and their attempts', async () => {
  const url = await newDatabase('outbox')
  await migrateTo(url, countBefore('outbox'))
  const [own, project, tried, told] = [v7(), v7(), v7(), v7()]
  const columns = 'id, business_id, project_id, transaction_id, kind, url, body, own_secret, status, attempt_count'
  const business = v7()
  const message = (id: string, ...values: string[]) => `('${id}', '${business}', '${v7()}', ${values.join(', ')})`
  await asSuperuser(
    url,
    `insert into webhook_messages (${columns}) values
       ${message(own, `'${told}'`, "'wallet.transfer.completed', 'https://a.example', '{}', true, 'pending', 0")},
       ${message(project, `'${told}'`, "'wallet.transfer.failed', 'https://a.example', '{}', false, 'delivered', 2")},
       ${message(tried, 'null', "'webhook.test', 'https://b.example', '{}', false, 'failed', 1")};
     insert into webhook_attempts (id, business_id, message_id, number, latency_ms, signed_with, request_headers)
       values ('${v7()}', '${business}', '${tried}', 1, 5, 'project', '{}')`,
  )
  await migrateDatabase(url, SECRET)
  const shown = 'source, source_id, kind, scheme, key_source, order_key, destination_id, status, attempt_count'
  const plain = { scheme: 'standard', order_key: null, destination_id: null }
  const [transfer, failed, test] = ['wallet.transfer.completed', 'wallet.transfer.failed', 'webhook.test']
  const transaction = { ...plain, source: 'transaction', source_id: told }
  expect(await asRole(url, 'slipway_worker', `select ${shown} from webhook_messages order by id`)).toEqual([
    { ...transaction, kind: transfer, key_source: 'request', status: 'pending', attempt_count: 0 },
    { ...transaction, kind: failed, key_source: 'project', status: 'delivered', attempt_count: 2 },
    {
      ...plain,
      source: 'test',
      source_id: tried,
      kind: test,
      key_source: 'project',
      status: 'failed',
      attempt_count: 1,
    },
  ])
  const attempts = 'select message_id, number from webhook_attempts'
  expect(await asRole(url, 'slipway_worker', attempts)).toEqual([{ message_id: tried, number: 1 }])
  const again = `insert into webhook_messages (id, business_id, project_id, source, source_id, kind, url, body)
    select gen_random_uuid(), business_id, project_id, source, source_id, kind, url, body from webhook_messages`
  await expect(asRole(url, 'slipway_worker', again)).rejects.toThrow(/webhook_messages_once_key/)
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
