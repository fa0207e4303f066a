import { afterAll, beforeAll, expect, test } from 'vitest'
import { run } from '@/db/testing-cluster'
import { createTestingDatabase } from '@/db/testing-database'
import { testEnvironment } from '@/server/testing/test-database'
import { prepareDatabase } from './prepare-database'

let database: Awaited<ReturnType<typeof createTestingDatabase>>
beforeAll(async () => {
  database = await createTestingDatabase({ ownRights: true })
})
afterAll(() => database.drop())

test('seals nothing in a database that other keys sealed', async () => {
  await run(database.url, "insert into key_canaries (key_id, proof) values ('local:another', '\\x00')")
  const { BASE_URL = '', SLIPWAY_SECRET = '', ...rest } = testEnvironment(database.url)
  await expect(
    prepareDatabase({ env: { ...rest, NODE_ENV: 'test', BASE_URL, SLIPWAY_SECRET }, chains: [] }),
  ).rejects.toThrow('CUSTODY_KEK lacks the key local:another')
  expect(await run(database.url, 'select count(*)::int as count from wallet_seeds')).toEqual([{ count: 0 }])
})
