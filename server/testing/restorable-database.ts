import postgres from 'postgres'

/** Every table with rows; a partitioned one is read and written through its parent. */
const TABLES = `
  select c.oid::regclass::text as name, (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`

type Table = { name: string; columns: string }

/**
 * Saves the content of a test's database; `restore` puts all of it back, as a restored backup does, while the chains
 * continue.
 */
export async function takeBackup(url: string): Promise<{ restore: () => Promise<void> }> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  const tables = await sql.unsafe<Table[]>(TABLES)
  const saved = await sql.begin('isolation level repeatable read', async (tx) => {
    await tx.unsafe('drop schema if exists backup cascade; create schema backup')
    const filled = await withRows(tx, tables)
    for (const { name } of filled) await tx.unsafe(`create table backup.${name} as table public.${name}`)
    return filled
  })
  await sql.end()
  return { restore: () => restore(url, { tables, saved }) }
}

/** Most tables of a test are empty: a copy of each would cost more than all rows. */
async function withRows(tx: postgres.TransactionSql, tables: readonly Table[]): Promise<Table[]> {
  const asked = tables.map(({ name }) => `select '${name}' as name where exists (select from public.${name})`)
  const filled = new Set((await tx.unsafe<{ name: string }[]>(asked.join(' union all '))).map(({ name }) => name))
  return tables.filter(({ name }) => filled.has(name))
}

async function restore(url: string, { tables, saved }: Record<'tables' | 'saved', readonly Table[]>): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  await sql.begin(async (tx) => {
    // Triggers and foreign keys judged these rows when they were written.
    await tx.unsafe('set local session_replication_role = replica')
    await tx.unsafe(`lock table ${tables.map(({ name }) => `public.${name}`).join(', ')}`)
    for (const { name } of await withRows(tx, tables)) await tx.unsafe(`delete from public.${name}`)
    for (const { name, columns } of saved)
      await tx.unsafe(
        `insert into public.${name} (${columns}) overriding system value select ${columns} from backup.${name}`,
      )
  })
  await sql.end()
}
