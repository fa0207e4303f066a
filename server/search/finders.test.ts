import { type SQL, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { inWorker } from '@/server/ctx'
import { openDatabase } from '@/server/testing/open-database'
import { createdByKey, createdByKeyOfAll, FINDERS } from './finders'
import { PART_FINDERS } from './part-finders'

openDatabase()
const HASH = `0x${'ab'.repeat(32)}`
const ADDRESS = '0x00000000000000000000000000000000000000AA'

const VALUES: Record<string, string> = {
  id: v7(),
  ids: `{${v7()}}`,
  madeBy: `{${v7()}}`,
  hashPrefix: HASH.slice(0, 10),
}

const searches = Object.entries(FINDERS).flatMap(([by, finders]) =>
  Object.entries(finders).map(([kind, finder]) => [`${kind} by ${by}`, VALUES[by] ?? HASH, finder] as const),
)

async function planOf(finder: (value: string) => SQL, value: string): Promise<string> {
  const rows = await inWorker(async ({ db: tx }) => {
    await tx.execute(sql`set local enable_seqscan = off`)
    return z.array(z.record(z.string(), z.string())).parse([...(await tx.execute(sql`explain ${finder(value)}`))])
  })
  return rows.flatMap((row) => Object.values(row)).join('\n')
}

test('what requests made is found through the index that makes idempotency keys unique', async () => {
  expect(await planOf((key) => createdByKey(key, v7()), v7())).toMatch(/Index .*idempotency_keys_scope_key/)
  const ofAll = await planOf(createdByKeyOfAll, v7())
  expect(ofAll).toMatch(/Index .*request_log_idempotency_key_idx/)
  expect(ofAll).toMatch(/Index .*idempotency_keys_scope_key/)
  expect(ofAll).not.toContain('Seq Scan')
})

test.each(searches)('reads no table from end to end: %s', async (_, value, finder) => {
  const plan = await planOf(finder, value)
  expect(plan).toContain('Index')
  expect(plan).not.toContain('Seq Scan')
})

const PARTS: Record<string, string> = { words: 'pay:*', lastFour: 'x7Qa' }

const partSearches = Object.entries(PART_FINDERS).flatMap(([by, finders]) =>
  Object.entries(finders).map(([kind, finder]) => [`${kind} by ${by}`, PARTS[by] ?? 'abcd%', finder] as const),
)

test.each(partSearches)('reads no table from end to end: %s', async (_, value, finder) => {
  for (const businessId of [null, v7()]) {
    const plan = await planOf((part) => finder(part, businessId), value)
    // Names of plans are looked for in one business alone.
    expect(plan).toMatch(/Index|One-Time Filter: false/)
    expect(plan).not.toContain('Seq Scan')
  }
})

test.each(Object.entries(FINDERS.address))(
  'finds the newest %s of an address without sorting all it has',
  async (_, finder) => {
    expect(await planOf(finder, ADDRESS)).not.toContain('Sort Key')
  },
)
