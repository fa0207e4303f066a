import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { chainCursors, recoveries, wallets } from '@/db/schema'
import { restoreSeeds } from '@/registry/restore-seeds'
import { runWatchers } from '@/server/alarms/run-watchers'
import { forgetCaches } from '@/server/changing-cache'
import { inOperatorReading, inTenant, workerCtx } from '@/server/ctx'
import { flipSeed } from '@/server/custody/testing/flip-seed'
import { beginRestoreRecovery } from '@/server/engine/recovery/begin-restore-recovery'
import { forgetStops, recordStops } from '@/server/engine/recovery/stops/record-stops'
import { readOn, until } from '@/server/payments/stablecoins/stablecoin-world.test-data'
import { anyOperator } from '@/server/testing/any-operator'
import { createTenant } from '@/server/testing/create-tenant'
import { newWallet } from '@/server/testing/new-wallet'
import { alarmedOf } from '@/server/testing/open-alarms'
import { endRecoveries } from '@/server/testing/open-recovery'
import { takeBackup } from '@/server/testing/restorable-database'
import { setVariables } from '@/server/testing/set-variables'
import { countRestoredWallets } from '@/server/wallets/count-restored-wallets'
import { deactivateWallet } from '@/server/wallets/deactivate-wallet'
import { restoredWalletsWatcher } from '@/server/wallets/watch-restored'
import { depositsOf, ofDeposits, openLostWorld, takeTurn, WITHIN_MS } from './lost-world.test-data'

// Starts early: it waits for many blocks.
const { database, kinds } = openLostWorld()

/** As if no process had ever read the chain for deposits. One has claimed the cursor, and its endpoints fail. */
async function forgetFollowed(chainId: number): Promise<void> {
  const { db } = workerCtx()
  await db.update(chainCursors).set({ blockNumber: 0n, blockHash: null, highestBlock: 0n }).where(ofDeposits(chainId))
  await db.update(recoveries).set({ depositsReadTo: {} })
}

test.each([
  ['EVM', 'changed', 'before'],
  ['EVM', 'of an unknown key', 'before'],
  ['EVM', 'changed', 'after'],
  ['SOLANA', 'changed', 'before'],
] as const)(
  'money to wallets whose seed does not open yet is found once it does, and others do not wait (%s, %s, first followed %s the recovery)',
  async (family, fault, followed) => {
    const { chainId, pay } = kinds[family]
    const [tenant, other] = [await createTenant(), await createTenant()]
    for (const one of [tenant, other]) await newWallet(one, family)
    await readOn(chainId)
    if (followed === 'after') await forgetFollowed(chainId)
    const backup = await takeBackup(database.url)
    const [lost, lostOfOther] = [await newWallet(tenant, family), await newWallet(other, family)]
    for (const { address } of [lost, lostOfOther]) await pay(address)
    await backup.restore()
    forgetCaches()
    const flip = () => flipSeed(tenant.businessId, fault)
    await flip()
    await beginRestoreRecovery({ cause: 'rewound', message: 'A backup was restored' })
    await takeTurn()
    await endRecoveries()
    await until(chainId, async () => expect((await depositsOf(other)).items).toHaveLength(1), WITHIN_MS)
    await pay(lost.address)
    await readOn(chainId)
    expect((await depositsOf(tenant)).items).toEqual([])
    const watch = () => runWatchers(workerCtx(), [restoredWalletsWatcher])
    await watch()
    expect(await alarmedOf('restored_wallets_missing')).toHaveLength(1)
    const counted = await inOperatorReading(anyOperator(), (ctx) => countRestoredWallets(ctx))
    expect(counted.filter(({ isIncomplete }) => isIncomplete).map(({ businessId }) => businessId)).toEqual([
      tenant.businessId,
    ])

    await flip()
    await takeTurn()
    await until(chainId, async () => expect((await depositsOf(tenant)).items).toHaveLength(2), WITHIN_MS)
    expect((await depositsOf(tenant)).items.map(({ address }) => address)).toEqual([lost.address, lost.address])
    expect((await depositsOf(other)).items).toHaveLength(1)
    await watch()
    expect(await alarmedOf('restored_wallets_missing')).toEqual([])
    expect((await newWallet(tenant, family)).address).not.toBe(lost.address)
  },
  400_000,
)

test.each([
  ['EVM', 'before'],
  ['EVM', 'after'],
  ['SOLANA', 'before'],
] as const)(
  'a seed that is restored after the blocks were read without its wallets has their deposits (%s, first followed %s the recovery)',
  async (family, followed) => {
    const { chainId, pay } = kinds[family]
    const folder = await mkdtemp(join(tmpdir(), 'slipway-seeds-'))
    setVariables({ SEED_COPY_DIR: folder })
    const tenant = await createTenant()
    await readOn(chainId)
    if (followed === 'after') await forgetFollowed(chainId)
    const backup = await takeBackup(database.url)
    const { address } = await newWallet(tenant, family)
    await pay(address)
    await readOn(chainId)
    await backup.restore()
    forgetCaches()
    await beginRestoreRecovery({ cause: 'rewound', message: 'A backup was restored' })
    await takeTurn()
    await endRecoveries()
    await pay(address)
    await readOn(chainId)
    // A replica is promoted before the operators restore the seed.
    await beginRestoreRecovery({ cause: 'other_database', message: 'A replica was promoted' })
    await takeTurn()
    await endRecoveries()
    await pay(address)
    await readOn(chainId)
    expect((await depositsOf(tenant)).items).toEqual([])

    expect((await restoreSeeds()).restored).toContain(tenant.businessId)
    await takeTurn()
    await until(chainId, async () => expect((await depositsOf(tenant)).items).toHaveLength(3), WITHIN_MS)
    expect(await restoreSeeds()).toEqual({ restored: [], refused: [] })
    setVariables({ SEED_COPY_DIR: undefined })
    await rm(folder, { recursive: true })
  },
  400_000,
)

test('a wallet that was deactivated after the backup is added as deactivated, also after the recovery', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-mark-'))
  setVariables({ RESTORE_MARK_FILE: join(folder, 'mark') })
  forgetStops()
  const tenant = await createTenant()
  await newWallet(tenant)
  const backup = await takeBackup(database.url)
  const { address } = await newWallet(tenant)
  const find = () => workerCtx().db.select().from(wallets).where(eq(wallets.address, address))
  const [before] = await find()
  await inTenant(tenant, (ctx) => deactivateWallet(ctx, before?.id ?? ''))
  await recordStops(workerCtx())
  await backup.restore()
  forgetCaches()
  await flipSeed(tenant.businessId, 'changed')
  await beginRestoreRecovery({ cause: 'rewound', message: 'A backup was restored' })
  await takeTurn()
  await endRecoveries()
  expect(await find()).toEqual([])
  await flipSeed(tenant.businessId, 'changed')
  await takeTurn()
  expect(await find()).toMatchObject([{ isActive: false, restored: 'unused' }])
  await rm(folder, { recursive: true })
})
