import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { workerCtx } from '@/server/ctx'
import { openDatabase } from '@/server/testing/open-database'

openDatabase()

/**
 * `order by x desc` means nulls first: Postgres sorts the rows again where an index runs down with nulls last, even of
 * columns without any.
 */
test('each index can be walked in the order that lists ask for', async () => {
  const rows = await workerCtx().db.execute(sql`
    select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace and exists (
      select 1 from unnest(i.indoption::int2[]) as option where option & 1 = 1 and option & 2 = 0)
    order by name`)
  expect(rows.map(({ name }) => name)).toEqual([])
})
