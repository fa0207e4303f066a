import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrateDatabase } from '@/db/migrate'
import { type DatabaseRole, roleUrl } from '@/db/role-url'
import { countBefore, run, startTestingCluster, type TestingCluster } from '@/db/testing-cluster'
import { MS_PER_DAY } from '@/server/durations'

const SECRET = randomBytes(32).toString('base64')
const [business, other, project] = [v7(), v7(), v7()]
let cluster: TestingCluster

beforeAll(async () => {
  cluster = await startTestingCluster()
})
afterAll(() => cluster.stop())

const asRole = (url: string, role: DatabaseRole, text: string) => run(roleUrl(url, role, SECRET), text)

const log = (id: string, of = business) =>
  `('${id}', '${of}', '${project}', '${project}', 'BASE', 1, '0x', 'transfer', '0x1:0', '0x1', 'https://x.example', 'failed', 0, false, '${v7()}')`
const LOGS = `insert into indexer_logs (id, business_id, project_id, subscription_id, network, chain_id, contract_address, event_type, event_id,
  transaction_hash, webhook_url, status, http_status, is_replay, message_id) values`
const attempt = (id: string, message: string) =>
  `insert into webhook_attempts (id, business_id, message_id, number, latency_ms, signed_with, request_headers)
   values ('${id}', '${business}', '${message}', 1, 5, 'project', '{}');`
const message = (id: string) =>
  `insert into webhook_messages (id, business_id, project_id, source, source_id, kind, url, body, status)
   values ('${id}', '${business}', '${project}', 'test', '${id}', 'a.b', 'https://x.example', '{}', 'delivered');`

/** Rows of the version before, as it has them while it runs: with its roles, rights, policies and counts. */
async function before(name: string, rows: string): Promise<string> {
  const url = await cluster.newDatabaseAt(name, countBefore('partitions'))
  await run(
    url,
    `create role ${name}_reader; grant select on indexer_logs to ${name}_reader;
     alter table indexer_logs enable row level security; alter table indexer_logs force row level security;
     alter table webhook_attempts enable row level security; alter table webhook_attempts force row level security;
     create policy read on indexer_logs for select to ${name}_reader using (true);
     create policy owner on indexer_logs to current_user using (true) with check (true);
     create policy owner on webhook_attempts to current_user using (true) with check (true)`,
  )
  await run(url, rows)
  return url
}

const countsOf = (url: string) =>
  asRole(
    url,
    'slipway_worker',
    'select business_id, day, n::int from indexer_log_counts where subscription_id is null order by day, business_id',
  )
const rowsCounted = (url: string) =>
  asRole(
    url,
    'slipway_worker',
    'select business_id, day_of_id(id) as day, count(*)::int as n from indexer_logs group by 1, 2 order by 2, 1',
  )

test('logs and attempts that were there stay, are counted, and are seen by who saw them', async () => {
  const now = Date.now()
  const moments = [now - 400 * MS_PER_DAY, now - 91 * MS_PER_DAY, now - 1, now + 8 * MS_PER_DAY, now + 900 * MS_PER_DAY]
  const ids = moments.map((msecs) => v7({ msecs }))
  const [theirs, sent] = [v7(), v7()]
  const rows = `${LOGS} ${[...ids.map((id) => log(id)), log(theirs, other)].join(', ')};
    ${message(sent)} ${ids.map((id) => attempt(id, sent)).join(' ')}`
  const url = await before('partitioned', rows)
  await migrateDatabase(url, SECRET)
  await migrateDatabase(url, SECRET)

  const all = await asRole(url, 'slipway_worker', 'select id from indexer_logs order by id')
  expect(all.map(({ id }) => id)).toEqual([...ids, theirs].sort())
  expect(await countsOf(url)).toEqual(await rowsCounted(url))
  const attempts = await asRole(url, 'slipway_worker', 'select id from webhook_attempts order by id')
  expect(attempts.map(({ id }) => id)).toEqual(ids.toSorted())
  const own = await asRole(
    url,
    'slipway_app',
    `set app.business_id = '${business}'; select id from indexer_logs order by id`,
  )
  expect(own.flat().map((row) => ('id' in Object(row) ? Object(row).id : null))).toEqual(ids.toSorted())

  const places = await run(
    url,
    `select c.relname as place, count(*)::int as n from indexer_logs l join pg_class c on c.oid = l.tableoid group by 1 order by 1`,
  )
  expect(places).toEqual([
    { place: expect.stringMatching(/^indexer_logs_\d{4}_\d\d_\d\d$/), n: 1 },
    { place: 'indexer_logs_default', n: 1 },
    { place: 'indexer_logs_first', n: 4 },
  ])
  // Who was given a right on the table has it on the table, and on no part of it.
  const rights = await run(
    url,
    `select c.relname from pg_class c, aclexplode(c.relacl) a where a.grantee = 'partitioned_reader'::regrole`,
  )
  expect(rights).toEqual([{ relname: 'indexer_logs' }])
  expect(await run(url, `select tablename from pg_policies where policyname = 'read'`)).toEqual([
    { tablename: 'indexer_logs' },
  ])

  await asRole(url, 'slipway_worker', `delete from indexer_logs where id = '${ids[1]}'; ${LOGS} ${log(v7())}`)
  expect(await countsOf(url)).toEqual(await rowsCounted(url))
})

test('an attempt still needs its message, in each partition, and a message its attempts’ leave', async () => {
  const sent = v7()
  const url = await before('keyed', `${message(sent)} ${attempt(v7(), sent)}`)
  await migrateDatabase(url, SECRET)
  const week = 7 * MS_PER_DAY
  for (const at of [0, week, 2 * week, 900 * week]) {
    const id = v7({ msecs: Date.now() + at })
    await expect(asRole(url, 'slipway_worker', attempt(id, v7()))).rejects.toMatchObject({ code: '23503' })
    await asRole(url, 'slipway_worker', attempt(id, sent))
    const remove = asRole(url, 'slipway_worker', `delete from webhook_messages where id = '${sent}'`)
    await expect(remove).rejects.toMatchObject({ code: '23503' })
    await asRole(url, 'slipway_worker', 'delete from webhook_attempts')
  }
  await asRole(url, 'slipway_worker', `delete from webhook_messages where id = '${sent}'`)
})

test('the tables have the columns, keys, indexes and triggers they had', async () => {
  const url = await cluster.newDatabaseAt('alike', countBefore('partitions'))
  const shape = async () => ({
    columns: await run(
      url,
      `select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
       where table_schema = 'public' and table_name in ('indexer_logs', 'webhook_attempts') order by table_name, ordinal_position`,
    ),
    keys: await run(
      url,
      `select conrelid::regclass::text as table, conname, pg_get_constraintdef(oid) as is from pg_constraint
       where conrelid in ('indexer_logs'::regclass, 'webhook_attempts'::regclass) and contype not in ('c', 'n') order by 1, 2`,
    ),
    indexes: await run(
      url,
      `select indexname, replace(indexdef, ' ON ONLY ', ' ON ') as is from pg_indexes
       where schemaname = 'public' and tablename in ('indexer_logs', 'webhook_attempts') order by 1`,
    ),
    triggers: await run(
      url,
      `select tgname, pg_get_triggerdef(oid) as is from pg_trigger where tgrelid = 'indexer_logs'::regclass and not tgisinternal order by 1`,
    ),
  })
  const then = await shape()
  await migrateDatabase(url, SECRET)
  expect(await shape()).toEqual(then)
  const invalid = await run(url, 'select indexrelid::regclass::text as name from pg_index where not indisvalid')
  expect(invalid).toEqual([])
})
