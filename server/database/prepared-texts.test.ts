import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inWorker } from '@/server/ctx'
import { openDatabase } from '@/server/testing/open-database'

openDatabase()

const MAX_CHARACTERS = 1_000_000

test('statements of ever other texts are answered, and a connection keeps a bounded amount of them', async () => {
  await inWorker(async ({ db }) => {
    for (let length = 1; length <= 400; length += 1) {
      const items = Array.from({ length: 5 * length }, (_, n) => sql`${n}::int`)
      const [row] = await db.execute<{ n: number }>(sql`select cardinality(array[${sql.join(items, sql`, `)}]) as n`)
      expect(row?.n).toBe(5 * length)
    }
    const [kept] = await db.execute<{ characters: number }>(
      sql`select coalesce(sum(length(statement)), 0)::int as characters from pg_prepared_statements`,
    )
    expect(kept?.characters).toBeGreaterThan(0)
    expect(kept?.characters).toBeLessThanOrEqual(MAX_CHARACTERS)
  })
})
