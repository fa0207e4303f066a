import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import postgres from 'postgres'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { alarms, businesses, recoveries, walletCounters, walletSeeds, wallets } from '@/db/schema'
import { restoreSeeds } from '@/registry/restore-seeds'
import { runWatchers } from '@/server/alarms/run-watchers'
import { type Tenant, workerCtx } from '@/server/ctx'
import { beginRestoreRecovery } from '@/server/engine/recovery/begin-restore-recovery'
import { seedCopyWatcher } from '@/server/installation/seed-copy-watcher'
import { createTenant } from '@/server/testing/create-tenant'
import { newWallet } from '@/server/testing/new-wallet'
import { openDatabase } from '@/server/testing/open-database'
import { endRecoveries } from '@/server/testing/open-recovery'
import { setVariables } from '@/server/testing/set-variables'
import { addSkippedWallets } from '@/server/wallets/add-skipped-wallets'
import { skipEveryIndex, skipIndices } from '@/server/wallets/skip-indices'
import { deriveAddresses } from './derive-addresses'
import { openBusinessSeed } from './open-business-seed'
import { forgetSeeds } from './open-seed'
import { rewrapSeeds } from './rewrap-seeds'
import { readSeedCopies, writeSeedCopy } from './seed-copies'

const database = openDatabase()
const localKey = () => `local:${randomBytes(32).toString('base64')}`
let folder: string
let kek: string
beforeEach(async () => {
  const { db } = workerCtx()
  for (const table of [wallets, walletCounters, walletSeeds, alarms, recoveries]) await db.delete(table)
  folder = await mkdtemp(join(tmpdir(), 'seed-copies-'))
  kek = localKey()
  setVariables({ CUSTODY_KEK: kek, SEED_COPY_DIR: folder })
  forgetSeeds()
})
afterEach(async () => {
  await rm(folder, { recursive: true })
})

const firstAddress = async (businessId: string) =>
  deriveAddresses(await openBusinessSeed(businessId, []), { chainType: 'EVM', firstIndex: 0, count: 1 })

/** Removes the business's seed and wallets from the database, as if its backup were older than they are. */
async function forget(businessId: string): Promise<void> {
  const { db } = workerCtx()
  for (const table of [wallets, walletCounters, walletSeeds])
    await db.delete(table).where(eq(table.businessId, businessId))
  forgetSeeds()
}

const poll = async () => {
  await runWatchers(workerCtx(), [seedCopyWatcher])
  const isOpen = and(eq(alarms.kind, 'seed_without_copy'), isNull(alarms.closedAt))
  return workerCtx().db.select({ message: alarms.message }).from(alarms).where(isOpen)
}

it('writes copies that the group can read: a restore may run as another user than the signer', async () => {
  await newWallet(await createTenant())
  const [name = ''] = await readdir(folder)
  expect((await stat(join(folder, name))).mode & 0o777).toBe(0o640)
})

it('puts the seed of a business back that the backup does not know, with the business, and its wallet has the same address', async () => {
  const [business] = await workerCtx()
    .db.insert(businesses)
    .values({ name: 'Made later', slug: 'later' })
    .returning({ id: businesses.id })
  const id = business?.id ?? ''
  const addresses = await firstAddress(id)
  expect(await readSeedCopies(folder)).toMatchObject([{ businessId: id, businessName: 'Made later' }])
  const owner = postgres(database.url, { max: 1, onnotice: () => {} })
  await owner`delete from wallet_seeds where business_id = ${id}`
  await owner`delete from businesses where id = ${id}`
  await owner.end()
  forgetSeeds()
  expect(await restoreSeeds()).toEqual({ restored: [id], refused: [] })
  expect(await restoreSeeds()).toEqual({ restored: [], refused: [] })
  expect(await firstAddress(id)).toEqual(addresses)
})

it('makes no second seed for a business whose first is in a copy alone', async () => {
  const tenant = await createTenant()
  await newWallet(tenant)
  await forget(tenant.businessId)
  await expect(openBusinessSeed(tenant.businessId, [])).rejects.toMatchObject({ reason: 'key_service_unavailable' })
  await restoreSeeds()
  await newWallet(tenant)
})

it('makes no second seed without SEED_COPY_DIR either, once restoring the first was begun', async () => {
  const { businessId } = await createTenant()
  const { db } = workerCtx()
  // A killed process leaves these.
  await db.insert(walletCounters).values({ businessId, chainType: 'EVM', nextIndex: 0, skippedFrom: 0 })
  setVariables({ SEED_COPY_DIR: undefined })
  await expect(openBusinessSeed(businessId, [])).rejects.toMatchObject({ reason: 'key_service_unavailable' })
  await addSkippedWallets(workerCtx())
  expect(await db.$count(walletSeeds)).toBe(0)
})

it('gives no address away a second time once the seed of a business is put back', async () => {
  const tenant = await createTenant()
  const { address } = await newWallet(tenant)
  await forget(tenant.businessId)
  await restoreSeeds()
  expect((await newWallet(tenant)).address).not.toBe(address)
  await addSkippedWallets(workerCtx())
  const [first] = await workerCtx().db.select().from(wallets).where(eq(wallets.addressIndex, 0))
  expect(first).toMatchObject({ address, businessId: tenant.businessId, purpose: 'RESTORED' })
})

it('adds the wallets of others while a copy alone has a seed, and those of that seed once it is put back', async () => {
  const [tenant, other] = [await createTenant(), await createTenant()]
  for (const one of [tenant, other]) await newWallet(one)
  await forget(tenant.businessId)
  const { db } = workerCtx()
  await skipEveryIndex({ db }, { businessId: tenant.businessId, madeAt: new Date() })
  await skipIndices(workerCtx())
  const countOf = ({ businessId }: Tenant) => db.$count(wallets, eq(wallets.businessId, businessId))
  for (let turn = 0; turn < 2; turn += 1) expect(await addSkippedWallets(workerCtx())).toBe(true)
  expect(await countOf(tenant)).toBe(0)
  expect(await countOf(other)).toBeGreaterThan(1)
  await restoreSeeds()
  await addSkippedWallets(workerCtx())
  expect(await countOf(tenant)).toBeGreaterThan(1)
  const [left] = await db.select().from(walletCounters).where(isNotNull(walletCounters.skippedFrom))
  expect(left).toBeUndefined()
})

it('shows no address of a seed that cannot be copied, and an alarm until it has its copy', async () => {
  const tenant = await createTenant()
  const away = join(folder, 'away')
  setVariables({ SEED_COPY_DIR: away })
  await expect(openBusinessSeed(tenant.businessId, [])).rejects.toMatchObject({ reason: 'key_service_unavailable' })
  setVariables({ SEED_COPY_DIR: undefined })
  await openBusinessSeed(tenant.businessId, [])
  setVariables({ SEED_COPY_DIR: away })
  expect(await poll()).toEqual([{ message: '1 seed has no copy in SEED_COPY_DIR (ENOENT)' }])
  setVariables({ SEED_COPY_DIR: folder })
  expect(await poll()).toEqual([])
  expect(await readdir(folder)).toHaveLength(1)
})

it('keeps each recovery beside the seeds, with an alarm while it cannot, and the recovery does not wait for it', async () => {
  const tenant = await createTenant()
  await newWallet(tenant)
  setVariables({ SEED_COPY_DIR: join(folder, 'away') })
  await beginRestoreRecovery({ cause: 'rewound', message: 'A backup was restored' })
  await endRecoveries()
  await openBusinessSeed((await createTenant()).businessId, []).catch(() => {})
  expect(await poll()).toEqual([{ message: '1 seed and 1 recovery have no copy in SEED_COPY_DIR (ENOENT)' }])
  setVariables({ SEED_COPY_DIR: folder })
  expect(await poll()).toEqual([])
  const { addressIndex } = await newWallet(tenant)
  expect((await readdir(folder)).filter((name) => name.startsWith(`recovery_${addressIndex}_`))).toHaveLength(1)
})

it('writes a second file beside one that a crash left half written, and no third', async () => {
  await openBusinessSeed((await createTenant()).businessId, [])
  const [copy] = await readSeedCopies(folder)
  const [name = ''] = await readdir(folder)
  await truncate(join(folder, name), 40)
  expect(await readSeedCopies(folder)).toEqual([])
  if (!copy) throw new Error('there was no copy')
  for (let time = 0; time < 2; time++) await writeSeedCopy(folder, copy)
  expect(await readSeedCopies(folder)).toEqual([copy])
  expect(await readdir(folder)).toHaveLength(2)
})

it('has a copy under the new key before the former one may go', async () => {
  const tenant = await createTenant()
  const { address } = await newWallet(tenant)
  const next = localKey()
  setVariables({ CUSTODY_KEK: `${next},${kek}` })
  await rewrapSeeds(workerCtx())
  expect(await readdir(folder)).toHaveLength(2)
  setVariables({ CUSTODY_KEK: next })
  await forget(tenant.businessId)
  expect(await restoreSeeds()).toMatchObject({ restored: [tenant.businessId] })
  expect(await firstAddress(tenant.businessId)).toEqual([address])
})

it('puts nothing back that no key opens, or that another seed took the place of', async () => {
  const [first, second] = [await createTenant(), await createTenant()]
  for (const { businessId } of [first, second]) await openBusinessSeed(businessId, [])
  await forget(first.businessId)
  setVariables({ CUSTODY_KEK: localKey() })
  expect(await restoreSeeds()).toEqual({
    restored: [],
    refused: [{ businessId: first.businessId, why: 'closed' }],
  })
  setVariables({ CUSTODY_KEK: kek, SEED_COPY_DIR: undefined })
  await openBusinessSeed(first.businessId, [])
  setVariables({ CUSTODY_KEK: kek, SEED_COPY_DIR: folder })
  expect(await restoreSeeds()).toEqual({
    restored: [],
    refused: [{ businessId: first.businessId, why: 'differs' }],
  })
})
