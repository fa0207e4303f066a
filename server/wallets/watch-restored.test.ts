import { eq, inArray } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { alarms, walletCounters } from '@/db/schema'
import { runWatchers } from '@/server/alarms/run-watchers'
import { inOperatorReading, workerCtx } from '@/server/ctx'
import { anyOperator } from '@/server/testing/any-operator'
import { createTenant } from '@/server/testing/create-tenant'
import { newWallet } from '@/server/testing/new-wallet'
import { alarmedOf } from '@/server/testing/open-alarms'
import { openDatabase } from '@/server/testing/open-database'
import { countRestoredWallets } from './count-restored-wallets'
import { restoredWalletsWatcher } from './watch-restored'

const NAMES = ['A', 'B', 'C', 'D', 'E', 'F', 'G']

openDatabase()

it('raises one alarm that names five businesses and counts the others, until no wallets are missing', async () => {
  const { db } = workerCtx()
  const tenants = await Promise.all(NAMES.map((name) => createTenant({ name })))
  for (const tenant of tenants) for (const family of ['EVM', 'SOLANA'] as const) await newWallet(tenant, family)
  const ids = tenants.map(({ businessId }) => businessId)
  const set = (changed: Partial<typeof walletCounters.$inferInsert>) =>
    db.update(walletCounters).set(changed).where(inArray(walletCounters.businessId, ids))
  const watch = async () => {
    await runWatchers(workerCtx(), [restoredWalletsWatcher])
    return alarmedOf('restored_wallets_missing')
  }
  const incomplete = async () =>
    (await inOperatorReading(anyOperator(), (ctx) => countRestoredWallets(ctx))).filter((one) => one.isIncomplete)
  // Not tried yet: deposits wait for them.
  await set({ skippedFrom: 1 })
  expect(await watch()).toEqual([])
  expect((await incomplete()).map(({ businessName }) => businessName)).toEqual(NAMES)

  await set({ depositsReadTo: {} })
  expect(await watch()).toEqual(['wallets'])
  const [alarm] = await db.select().from(alarms).where(eq(alarms.kind, 'restored_wallets_missing'))
  expect(alarm?.message).toContain(': A, B, C, D, E and 2 others. ')

  await set({ skippedFrom: null, depositsReadTo: null })
  expect(await watch()).toEqual([])
  expect(await incomplete()).toEqual([])
})
