import { type SQL, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { inWorker } from '@/server/ctx'
import { openDatabase } from '@/server/testing/open-database'
import { FINDERS } from './finders'

openDatabase()
const HASH = `0x${'ab'.repeat(32)}`
const ADDRESS = '0x00000000000000000000000000000000000000AA'

const searches = Object.entries(FINDERS).flatMap(([by, finders]) =>
  Object.entries(finders).map(([kind, finder]) => [`${kind} by ${by}`, by === 'id' ? v7() : HASH, finder] as const),
)

async function planOf(finder: (value: string) => SQL, value: string): Promise<string> {
  const rows = await inWorker(async ({ db: tx }) => {
    await tx.execute(sql`set local enable_seqscan = off`)
    return z.array(z.record(z.string(), z.string())).parse([...(await tx.execute(sql`explain ${finder(value)}`))])
  })
  return rows.flatMap((row) => Object.values(row)).join('\n')
}

test.each(searches)('reads no table from end to end: %s', async (_, value, finder) => {
  const plan = await planOf(finder, value)
  expect(plan).toContain('Index')
  expect(plan).not.toContain('Seq Scan')
})

test.each(Object.entries(FINDERS.address))(
  'finds the newest %s of an address without sorting all it has',
  async (_, finder) => {
    expect(await planOf(finder, ADDRESS)).not.toContain('Sort Key')
  },
)
