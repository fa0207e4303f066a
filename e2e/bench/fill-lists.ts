import postgres from 'postgres'
import { MS_PER_DAY } from '@/server/durations'

const PART = 500_000
const DAYS = 89
const CONTRACT = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'

/** The projects that own the rows: the first has four of five. */
export type Filled = { businessId: string; projectId: string; walletIds: string[]; subscriptionIds: string[] }

/** The columns of each table, with the values that a row takes from its `part`. */
const ROWS = {
  webhook_messages: `(id, business_id, project_id, source, source_id, destination_id, kind, url, body, scheme, key_source, order_key, status, attempt_count,
      created_at, updated_at)
    select id, business_id, project_id, 'indexer', id, subscription_id, 'indexer.event', 'https://receiver.example/events',
      '{"id":"' || hash || ':0","eventType":"' || event_type || '","amount":"' || n || '","decoded":{"value":"' || n || '"}}', 'indexer', 'subscription',
      subscription_id::text, status, 1, at, at`,
  webhook_attempts: `(id, business_id, message_id, number, http_status, error, latency_ms, signed_with, request_headers, created_at)
    select id, business_id, id, 1, 200, null, 12, 'subscription', '{"content-type":"application/json"}', at`,
  indexer_events: `(id, business_id, project_id, subscription_id, chain_id, event_type, event_id, transaction_hash, block_number, block_hash, outcome, created_at)
    select id, business_id, project_id, subscription_id, 84532, event_type, hash || ':0', hash, n, hash, status, at`,
  indexer_logs: `(id, business_id, project_id, subscription_id, network, chain_id, contract_address, event_type, event_id, transaction_hash, webhook_url, status,
      http_status, error, is_replay, message_id, created_at)
    select id, business_id, project_id, subscription_id, network, 84532, '${CONTRACT}', event_type, hash || ':0', hash, 'https://receiver.example/events', status,
      200, null, false, id, at`,
  deposits: `(id, business_id, project_id, wallet_id, chain_id, token_address, symbol, decimals, amount_units, from_address, tx_hash, log_index, block_number,
      block_hash, stage, created_at, updated_at)
    select id, business_id, project_id, wallet_id, case when n % 1000 = 3 then 1 else 84532 end,
      case when n % 50000 = 8 then '0x00000000000000000000000000000000000000A1' when n % 10 < 4 then null else '${CONTRACT}' end,
      'USDC', 6, n + 1, '0x8617E340B3D01FA5F11F306F4090FD50E238070D', hash, 0, n, hash,
      case when n % 1009 = 0 then 'reverted' when n % 100003 = 5 then 'seen' else 'confirmed' end, at, at`,
  payments: `(id, business_id, project_id, purpose, status, amount_minor, amount_usd_micros, change, payment_ref, reference, rate_id, ngn_per_usd_e8,
      expiry_at, watch_until, created_by, created_at, updated_at)
    select id, business_id, project_id, case when n % 10 < 4 then 'WALLET_TOPUP' else 'SUBSCRIPTION' end,
      case when n % 97 = 0 then 'FAILED' when n % 100003 = 5 then 'PENDING' when n % 10007 = 5 then 'REFUNDED' else 'SUCCESS' end,
      n + 1, n + 1, 'TOPUP', 'PAY-' || hash, 'SLP-' || hash, id, 155000000000, at, at, 'bench', at, at`,
} as const
type FilledTable = keyof typeof ROWS

/**
 * As many rows of each table over the last 89 days, made by the database itself, most indexes built once all are there.
 * Outcomes, kinds and chains are as uneven as in life: some have a few rows in all.
 */
export async function fillLists(
  url: string,
  { owners, tables, count }: { owners: readonly Filled[]; tables: readonly FilledTable[]; count: number },
): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await sql`set synchronous_commit = off`
    await sql`set maintenance_work_mem = '512MB'`
    // Foreign keys are off; the triggers that count run, because they are measured.
    await sql`set session_replication_role = replica`
    await sql`create temp table owner as select (o->>'place')::int place, (o->>'businessId')::uuid business_id, (o->>'projectId')::uuid project_id,
      array(select jsonb_array_elements_text(o->'subscriptionIds'))::uuid[] subscriptions, array(select jsonb_array_elements_text(o->'walletIds'))::uuid[] wallets
      from jsonb_array_elements(${sql.json(owners.map(({ businessId, projectId, walletIds, subscriptionIds }, place) => ({ businessId, projectId, walletIds, subscriptionIds, place })))}) o`
    for (const table of tables) await fillTable(sql, { table, count, owners: owners.length })
  } finally {
    await sql.end()
  }
}

/**
 * As a database that has run for as long has them: the partition that a new one begins with would hold all of these
 * days. It has to be empty.
 */
export async function cutIntoWeeks(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    for (const table of ['indexer_logs', 'webhook_attempts']) await sql.unsafe(`drop table partitions.${table}_first`)
    for (let days = DAYS + 7; days > -7; days -= 7)
      await sql`select prepare_partitions(now() - ${days}::int * interval '1 day')`
  } finally {
    await sql.end()
  }
}

async function fillTable(
  sql: postgres.Sql,
  { table, count, owners }: { table: FilledTable; count: number; owners: number },
): Promise<void> {
  const isCounted = table === 'indexer_logs' || table === 'deposits' || table === 'payments'
  if (isCounted) await sql.unsafe(`alter table ${table} enable always trigger count_added`)
  const indexes = await sql<{ name: string; definition: string }[]>`
    select indexname as name, replace(indexdef, ' ON ONLY ', ' ON ') as definition from pg_indexes
    where schemaname = 'public' and tablename = ${table} and not exists (select 1 from pg_constraint where conname = indexname)`
  for (const { name } of indexes) await sql.unsafe(`drop index ${name}`)
  for (let from = 0; from < count; from += PART) {
    await sql.unsafe(
      `insert into ${table} ${ROWS[table]} from (${partOf({ from, to: Math.min(count, from + PART), count, owners })}) part`,
    )
  }
  for (const { definition } of indexes) await sql.unsafe(definition)
  if (isCounted) await sql.unsafe(`alter table ${table} enable trigger count_added`)
  await sql.unsafe(`vacuum analyze ${table}`)
}

type Part = { from: number; to: number; count: number; owners: number }

function partOf({ from, to, count, owners }: Part): string {
  const firstMs = Date.now() - DAYS * MS_PER_DAY
  const spacing = `${DAYS * MS_PER_DAY}::bigint / ${count}`
  return `
    select n, o.business_id, o.project_id, to_timestamp(ms / 1000.0) as at, '0x' || digest as hash,
      (lpad(to_hex(ms), 12, '0') || '7' || substr(digest, 1, 3) || '8' || substr(digest, 4, 15))::uuid as id,
      o.subscriptions[1 + (n / 5) % cardinality(o.subscriptions)] as subscription_id, o.wallets[1 + (n / 7) % cardinality(o.wallets)] as wallet_id,
      case when n % 100000 = 7 then 'paused' when n % 100 < 70 then 'transfer' when n % 100 < 95 then 'approval' else 'mint' end as event_type,
      case when n % 97 = 0 then 'failed' else 'delivered' end as status,
      case (n / 5) % cardinality(o.subscriptions) when 3 then 'SOL' when 4 then 'ETH' else 'BASE' end as network
    from generate_series(${from}, ${to - 1}) n
    cross join lateral (select ${firstMs}::bigint + n * ${spacing} as ms, md5(n::text) as digest) made
    join owner o on o.place = case when n % 5 < 4 then 0 else 1 + n / 5 % ${owners - 1} end`
}
