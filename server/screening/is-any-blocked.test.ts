import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Database } from '@/db/client'
import { blockedAddresses } from '@/db/schema'
import { inTenant, workerCtx } from '@/server/ctx'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { openDatabase } from '@/server/testing/open-database'
import { walletClient } from '@/server/testing/wallet-client'
import { findBlocked } from './find-blocked'

openDatabase()

const newAddress = () => `0x${randomUUID().replaceAll('-', '').padStart(40, 'aB')}`

async function isAnyBlocked(db: Database, businessId: string, addresses: readonly string[] | null): Promise<unknown> {
  const list = addresses && JSON.stringify(addresses)
  const [row] = await db.execute(sql`select is_any_blocked(${businessId}::uuid, ${list}::jsonb) as blocked`)
  return row?.blocked
}

test('acceptance is answered as everything else that asks for blocked addresses', async () => {
  const [own, other] = await Promise.all([walletClient(), walletClient()])
  const [mine, theirs, everyone, freed, free] = [1, 2, 3, 4, 5].map(newAddress)
  if (!mine || !theirs || !everyone || !freed || !free) throw new Error('five addresses are made')
  const entry = { reason: 'test', createdBy: 'system:test' }
  await workerCtx()
    .db.insert(blockedAddresses)
    .values([
      { ...entry, businessId: own.businessId, address: mine },
      { ...entry, businessId: other.businessId, address: theirs },
      { ...entry, businessId: PLATFORM_BUSINESS_ID, address: everyone },
      { ...entry, businessId: own.businessId, address: freed, removedBy: 'system:test', removedAt: new Date() },
    ])
  const cases: [string[], boolean][] = [
    [[mine], true],
    [[mine.toLowerCase()], true],
    [[everyone], true],
    [[free, everyone], true],
    [[theirs], false],
    [[freed, free], false],
    [[], false],
  ]
  for (const [addresses, expected] of cases) {
    const asked = await inTenant(own.tenant, async ({ db, businessId }) => [
      await isAnyBlocked(db, businessId, addresses),
      (await findBlocked({ db, businessId }, addresses)).size > 0,
    ])
    expect([addresses, asked]).toEqual([addresses, [expected, expected]])
    expect(await isAnyBlocked(workerCtx().db, own.businessId, addresses)).toBe(expected)
  }
  expect(await isAnyBlocked(workerCtx().db, own.businessId, null)).toBe(false)
})

test('a tenant learns nothing of the list of another, nor an entry of the platform', async () => {
  const [own, other] = await Promise.all([walletClient(), walletClient()])
  const address = newAddress()
  await workerCtx()
    .db.insert(blockedAddresses)
    .values({ businessId: other.businessId, address, reason: 'test', createdBy: 'system:test' })
  expect(await inTenant(own.tenant, ({ db }) => isAnyBlocked(db, other.businessId, [address]))).toBe(false)
  const reading = inTenant(own.tenant, ({ db }) =>
    db.execute(sql`select * from blocking_entries(${own.businessId}::uuid, '["0x1"]')`),
  )
  await expect(reading).rejects.toMatchObject({ cause: { code: '42501' } })
})
