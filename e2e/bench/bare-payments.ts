import { performance } from 'node:perf_hooks'
import postgres from 'postgres'
import { inParallel } from './transfer-world'

/** The rows that a settlement wrote to each table, as JSON. */
export type Written = {
  payments: string
  payment_receipts: string
  ledger_journals: string
  ledger_entries: string
  mail_messages: string
}

const TABLES = ['payments', 'payment_receipts', 'ledger_journals', 'ledger_entries', 'mail_messages'] as const

export type Bare = {
  /** Reads the rows that these settlements wrote. */
  read: (paymentIds: readonly string[]) => Promise<Written[]>
  /** Inserts these rows, and returns the milliseconds that it took. */
  insert: (written: readonly Written[]) => Promise<number>
  end: () => Promise<void>
}

/**
 * The limit: the rows of settlements again, one transaction each, into tables with the same indexes and without
 * triggers and foreign keys.
 */
export async function openBare(url: string, sideBySide: number): Promise<Bare> {
  const sql = postgres(url, { max: sideBySide, onnotice: () => {} })
  await sql`drop schema if exists bare cascade`
  await sql`create schema bare`
  for (const table of TABLES) await sql.unsafe(`create table bare.${table} (like public.${table} including all)`)
  const insert = async (written: readonly Written[]) => {
    const startedAt = performance.now()
    await inParallel(sideBySide, written.length, async (index) => {
      await sql.begin(async (tx) => {
        for (const table of TABLES)
          await tx`insert into ${tx(`bare.${table}`)} select * from jsonb_populate_recordset(null::${tx(`bare.${table}`)}, ${written[index]?.[table] ?? '[]'}::text::jsonb)`
      })
    })
    return performance.now() - startedAt
  }
  return { read: (paymentIds) => readWritten(sql, paymentIds), insert, end: () => sql.end() }
}

async function readWritten(sql: postgres.Sql, paymentIds: readonly string[]): Promise<Written[]> {
  return sql<Written[]>`
    select jsonb_agg(p)::text as payments,
      (select jsonb_agg(r)::text from payment_receipts r where r.payment_id = p.id) as payment_receipts,
      (select jsonb_agg(j)::text from ledger_journals j where j.reference_id = any(about.ids)) as ledger_journals,
      (select jsonb_agg(e)::text from ledger_entries e join ledger_journals j on j.id = e.journal_id where j.reference_id = any(about.ids)) as ledger_entries,
      (select jsonb_agg(m)::text from mail_messages m where m.source = 'payment' and m.source_id = p.id::text) as mail_messages
    from payments p cross join lateral (
      select p.id || array(select r.id from payment_receipts r where r.payment_id = p.id) as ids) about
    where p.id = any(${[...paymentIds]}::uuid[]) group by p.id, about.ids`
}
