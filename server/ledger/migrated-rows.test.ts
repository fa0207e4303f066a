import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toDatabase } from '@/db/client'
import { migrateDatabase } from '@/db/migrate'
import { type DatabaseRole, roleUrl } from '@/db/role-url'
import { countBefore, run, startTestingCluster, type TestingCluster } from '@/db/testing-cluster'
import { ledgerDrift } from './ledger-drift'

const SECRET = randomBytes(32).toString('base64')

let cluster: TestingCluster

beforeAll(async () => {
  cluster = await startTestingCluster()
})
afterAll(() => cluster.stop())

const asRole = (url: string, role: DatabaseRole, text: string) => run(roleUrl(url, role, SECRET), text)

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

test('the ledger takes over what was credited, held and charged in dollars', async () => {
  const url = await cluster.newDatabase('dollars')
  await cluster.migrateTo(url, countBefore('accounts_by_currency'))
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
  await cluster.asSuperuser(
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
  expect(await ledgerDrift(toDatabase(owner))).toEqual([])
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
  const url = await cluster.newDatabase('outbox')
  await cluster.migrateTo(url, countBefore('outbox'))
  const [own, project, tried, reported] = [v7(), v7(), v7(), v7()]
  const columns = 'id, business_id, project_id, transaction_id, kind, url, body, own_secret, status, attempt_count'
  const business = v7()
  const message = (id: string, ...values: string[]) => `('${id}', '${business}', '${v7()}', ${values.join(', ')})`
  await cluster.asSuperuser(
    url,
    `insert into webhook_messages (${columns}) values
       ${message(own, `'${reported}'`, "'wallet.transfer.completed', 'https://a.example', '{}', true, 'pending', 0")},
       ${message(project, `'${reported}'`, "'wallet.transfer.failed', 'https://a.example', '{}', false, 'delivered', 2")},
       ${message(tried, 'null', "'webhook.test', 'https://b.example', '{}', false, 'failed', 1")};
     insert into webhook_attempts (id, business_id, message_id, number, latency_ms, signed_with, request_headers)
       values ('${v7()}', '${business}', '${tried}', 1, 5, 'project', '{}')`,
  )
  await run(
    url,
    'alter table webhook_messages enable row level security; alter table webhook_messages force row level security',
  )
  await migrateDatabase(url, SECRET)
  const shown = 'source, source_id, kind, scheme, key_source, order_key, destination_id, status, attempt_count'
  const plain = { scheme: 'standard', order_key: null, destination_id: null }
  const [transfer, failed, test] = ['wallet.transfer.completed', 'wallet.transfer.failed', 'webhook.test']
  const transaction = { ...plain, source: 'transaction', source_id: reported }
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

test('sweeps of the version before are returns of floats, and one of a wallet is open at a time', async () => {
  const url = await cluster.newDatabase('returns')
  await cluster.migrateTo(url, countBefore('float_returns'))
  const [open, ended, other, wallet] = [v7(), v7(), v7(), v7()]
  const columns =
    'id, business_id, wallet_id, type, chain_type, network, chain_id, signer_type, from_address, address_index, to_address, amount_units, decimals, status'
  const row = (id: string, type: string, status: string) =>
    `('${id}', '${v7()}', '${wallet}', '${type}', 'EVM', 'TESTNET', 84532, 'PLATFORM', '0x1', 0, '0x2', 1, 18, '${status}')`
  await cluster.asSuperuser(
    url,
    `insert into transactions (${columns}) values
       ${[row(open, 'SWEEP', 'PENDING'), row(ended, 'SWEEP', 'COMPLETED'), row(other, 'TRANSFER', 'PENDING')].join(', ')}`,
  )
  await run(
    url,
    'alter table transactions enable row level security; alter table transactions force row level security',
  )
  await migrateDatabase(url, SECRET)
  const types = await asRole(url, 'slipway_worker', 'select id, type, status from transactions order by id')
  expect(types).toEqual([
    { id: open, type: 'FLOAT_RETURN', status: 'PENDING' },
    { id: ended, type: 'FLOAT_RETURN', status: 'COMPLETED' },
    { id: other, type: 'TRANSFER', status: 'PENDING' },
  ])
  const again = `update transactions set status = 'PENDING' where id = '${ended}'`
  await expect(asRole(url, 'slipway_worker', again)).rejects.toThrow(/transactions_one_float_return_key/)
})
