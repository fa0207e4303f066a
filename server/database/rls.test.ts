import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { roleName } from '@/db/role-url'
import { inTenant, type Tenant, workerCtx } from '@/server/ctx'
import { newCaller } from '@/server/testing/callers'
import { fillTenant } from '@/server/testing/fill-tenant'
import { openDatabase } from '@/server/testing/open-database'

/** Row-level security alone: plain SQL as the tenant role, without any check of the application. */
const database = openDatabase({ ownRights: true })
let ours: Tenant
let theirs: Tenant
let tables: string[]

beforeAll(async () => {
  ours = (await newCaller()).tenant
  const other = (await newCaller()).tenant
  theirs = other
  await fillTenant(ours)
  await fillTenant(other)
  const rows = await workerCtx().db.execute<{ name: string }>(sql`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'business_id' and t.table_type = 'BASE TABLE' order by 1`)
  tables = rows.map((row) => row.name)
})

const run = (tenant: Tenant, statement: string) => inTenant(tenant, ({ db }) => db.execute(sql.raw(statement)))

test('every table with a business has row-level security enabled, forced and with both halves of a policy', async () => {
  const rows = await workerCtx().db.execute<{ name: string; sound: boolean }>(sql`
    select c.relname as name, c.relrowsecurity and c.relforcerowsecurity and exists (
      select 1 from pg_policies p where p.tablename = c.relname and p.policyname = 'tenant'
        and p.roles = array[${roleName(database.url, 'slipway_app')}]::name[] and p.cmd = 'ALL' and p.qual is not null and p.with_check is not null
    ) as sound
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`)
  const unsound = rows.filter((row) => tables.includes(row.name) && !row.sound).map((row) => row.name)
  expect(tables.length).toBeGreaterThan(12)
  expect(unsound).toEqual([])
})

test('no role of ours owns a table, is superuser or passes by row-level security', async () => {
  const rows = await workerCtx().db.execute(sql`
    select rolname from pg_roles r where rolname like 'slipway\\_%' and (rolsuper or rolbypassrls or rolcreaterole or exists (
      select 1 from pg_class c where c.relowner = r.oid))`)
  expect(rows).toHaveLength(0)
})

test('every view runs with the rights of who asks', async () => {
  const rows = await workerCtx().db.execute(sql`
    select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
      and not coalesce(reloptions::text like '%security_invoker=true%', false)`)
  expect(rows).toHaveLength(0)
})

test('unique indexes of tenant tables reveal nothing about other businesses', async () => {
  // Values that are globally unique by nature (key hashes, nonces and hashes on a chain, ids of rows) or that only the
  // platform's own rows carry.
  const natural = [
    'api_keys_secret_hash_key',
    'transaction_shares_token_hash_key',
    'transactions_chain_sender_nonce_key',
    'transaction_attempts_chain_hash_key',
    'signatures_one_first_key',
    'lanes_chain_id_wallet_id_pk',
    'transactions_one_top_up_key',
    'transactions_one_float_return_key',
    'transactions_one_delegation_key',
    'ledger_journals_one_credit_key',
    'ledger_journals_one_hold_key',
    'ledger_journals_one_receipt_key',
    'ledger_journals_one_refund_end_key',
    'ledger_journals_one_settle_key',
    'ledger_entries_journal_id_business_id_currency_kind_pk',
    'policies_pkey',
    'approvals_transaction_key',
    'gas_budget_costs_pkey',
    'deposit_screenings_pkey',
    // Names drawn at random, and rows that the worker alone writes.
    'deposit_accounts_reference_key',
    'notices_open_key',
    'payments_ref_key',
    'payment_receipts_once_key',
    'payment_refunds_reference_key',
    'payment_refunds_one_open_key',
    'subscription_reminders_once_key',
    'payment_documents_pkey',
    'payment_documents_number_key',
    // Their first column is an id of a row, or an address that a salt of ours decides.
    'sweep_rules_source_key',
    'sweep_rules_reference_key',
    'sweep_wallets_rule_id_wallet_id_pk',
    'sweeps_one_open_key',
    'sweeps_transaction_key',
    'token_balances_token_id_address_block_number_pk',
    'token_events_once_key',
    'token_items_operation_id_line_pk',
    'token_operations_payout_key',
    'token_payout_lines_payout_id_address_pk',
    'token_payouts_index_key',
    'token_steps_number_key',
    'token_steps_transaction_key',
    'token_supplies_token_id_block_number_pk',
    'token_wallets_token_id_address_pk',
    'tokens_contract_key',
    // A project's own: its id comes first.
    'payments_client_reference_key',
    'subscriptions_client_reference_key',
    'tokens_reference_key',
    'transactions_reference_key',
    'wallets_reference_key',
  ]
  const rows = await workerCtx().db.execute<{ name: string }>(sql`
    select i.relname as name from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    join pg_attribute a on a.attrelid = t.oid and a.attnum = x.indkey[0]
    where x.indisunique and t.relnamespace = 'public'::regnamespace and a.attname not in ('business_id', 'id')
      and exists (select 1 from pg_attribute b where b.attrelid = t.oid and b.attname = 'business_id')`)
  expect(rows.map((row) => row.name).filter((name) => !natural.includes(name))).toEqual([])
})

describe('of each tenant table, the tenant role', () => {
  test('sees its own rows and not one of another business', async () => {
    for (const table of tables) {
      const foreign = await run(ours, `select 1 from ${table} where business_id <> '${ours.businessId}'`)
      const targeted = await run(ours, `select 1 from ${table} where business_id = '${theirs.businessId}'`)
      expect([table, foreign.length, targeted.length]).toEqual([table, 0, 0])
      const own = await run(ours, `select 1 from ${table}`)
      const hasTheirs = await run(theirs, `select 1 from ${table}`)
      expect([table, own.length > 0, hasTheirs.length > 0]).toEqual([table, true, true])
    }
  })

  test('changes no row of another business', async () => {
    for (const table of tables) {
      const before = await contents(table)
      const statement = `update ${table} set business_id = business_id where business_id = '${theirs.businessId}'`
      expect([table, await outcome(statement)]).toEqual([table, expect.stringMatching(/^(0 rows|42501|append only)$/)])
      expect(await contents(table)).toBe(before)
    }
  })

  test('deletes no row of another business', async () => {
    for (const table of tables) {
      const before = await contents(table)
      expect([table, await outcome(`delete from ${table} where business_id = '${theirs.businessId}'`)]).toEqual([
        table,
        expect.stringMatching(/^(0 rows|42501|append only)$/),
      ])
      expect(await contents(table)).toBe(before)
    }
  })

  test('adds no row to another business and gives none of its own away', async () => {
    for (const table of tables) {
      const before = await contents(table)
      const copy = await copyStatement(table)
      expect([table, await outcome(copy)]).toEqual([table, expect.stringMatching(/^(42501|append only)$/)])
      const gift = `update ${table} set business_id = '${theirs.businessId}'`
      expect([table, await outcome(gift)]).toEqual([table, expect.stringMatching(/^(42501|append only)$/)])
      expect(await contents(table)).toBe(before)
    }
  })

  test('writes nothing of what the index of tokens read', async () => {
    for (const table of ['token_events', 'token_balances', 'token_supplies', 'token_payout_lines'])
      for (const statement of [
        `insert into ${table} select * from ${table} limit 0`,
        `update ${table} set business_id = business_id`,
        `delete from ${table}`,
      ])
        expect([statement, await outcome(statement)]).toEqual([statement, '42501'])
  })

  test('sees nothing at all without a tenant', async () => {
    const nobody = { ...ours, businessId: randomUUID() }
    for (const table of tables)
      expect([table, (await run(nobody, `select 1 from ${table}`)).length]).toEqual([table, 0])
  })

  test('may not touch the tables of sign-in, signing keys and settings', async () => {
    const closed = ['users', 'sessions', 'memberships', 'passkeys', 'passkey_challenges', 'totp_secrets']
    for (const table of [...closed, 'signing_keys', 'sign_in_failures', 'platform_settings']) {
      expect([table, await outcome(`select 1 from ${table}`)]).toEqual([table, '42501'])
    }
  })
})

/** Every row of the other business, as the worker sees it. */
async function contents(table: string): Promise<string> {
  const [row] = await workerCtx().db.execute<{ all: string }>(
    sql.raw(
      `select coalesce(string_agg(t::text, '|' order by t::text), '') as all from ${table} t where business_id = '${theirs.businessId}'`,
    ),
  )
  return row?.all ?? ''
}

/** A row of our own, written again under the other business's name. */
async function copyStatement(table: string): Promise<string> {
  const columns = await workerCtx().db.execute<{ name: string }>(
    sql`select column_name as name from information_schema.columns where table_schema = 'public' and table_name = ${table}`,
  )
  const values = columns.map(({ name }) => (name === 'business_id' ? `'${theirs.businessId}'::uuid` : `"${name}"`))
  const names = columns.map(({ name }) => `"${name}"`).join(', ')
  return `insert into ${table} (${names}) select ${values.join(', ')} from ${table} limit 1`
}

/** `0 rows`, the SQLSTATE, or that the audit log or the ledger refused. */
async function outcome(statement: string): Promise<string> {
  try {
    const result = await run(ours, statement)
    return `${result.count} rows`
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    if (!(cause instanceof Error)) throw error
    if (/append only|only entries move money/.test(cause.message)) return 'append only'
    return 'code' in cause ? String(cause.code) : cause.message
  }
}
