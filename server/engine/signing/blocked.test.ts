import { beforeAll, expect, test } from 'vitest'
import { blockedAddresses } from '@/db/schema'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { openDatabase } from '@/server/testing/open-database'
import { ALLOWED } from './thief.test-data'
import { ask, attempt, openThiefWorld } from './thief-world.test-data'

openDatabase()
beforeAll(() => openThiefWorld())

test('nothing is signed to an address that is blocked', async () => {
  const { db, ...before } = await attempt()
  expect(await ask({ db, ...before })).not.toBeNull()
  const asked = await attempt()
  const row = { businessId: PLATFORM_BUSINESS_ID, address: ALLOWED, reason: 'test', createdBy: 'test' }
  await db.insert(blockedAddresses).values(row)
  expect(await ask(asked)).toBeNull()
})
