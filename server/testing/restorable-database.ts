import postgres from 'postgres'

/** Every table with rows; a partitioned one is read and written through its parent. */
const TABLES = `
  select c.oid::regclass::text as name, (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`

/**
 * Saves the content of a test's database; `restore` puts all of it back, as a restored backup does, while the chains
 * continue.
 */
export async function takeBackup(url: string): Promise<{ restore: () => Promise<void> }> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  const tables = await sql.unsafe<{ name: string; columns: string }[]>(TABLES)
  await sql.begin('isolation level repeatable read', async (tx) => {
    await tx.unsafe('drop schema if exists backup cascade; create schema backup')
    for (const { name } of tables) await tx.unsafe(`create table backup.${name} as table public.${name}`)
  })
  await sql.end()
  return { restore: () => restore(url, tables) }
}

async function restore(url: string, tables: readonly { name: string; columns: string }[]): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  await sql.begin(async (tx) => {
    // Triggers and foreign keys judged these rows when they were written.
    await tx.unsafe('set local session_replication_role = replica')
    await tx.unsafe(`truncate ${tables.map(({ name }) => `public.${name}`).join(', ')}`)
    for (const { name, columns } of tables)
      await tx.unsafe(
        `insert into public.${name} (${columns}) overriding system value select ${columns} from backup.${name}`,
      )
  })
  await sql.end()
}
