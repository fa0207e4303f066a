import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { walletCounters, walletSeeds, wallets } from '@/db/schema'
import { prepareBusiness, restoreSeeds } from '@/registry/restore-seeds'
import { forgetCaches } from '@/server/changing-cache'
import { inTenant, seedsCtx, type Tenant, workerCtx } from '@/server/ctx'
import { beginRestoreRecovery } from '@/server/engine/recovery/begin-restore-recovery'
import { assertHistories, plain } from '@/server/engine/recovery/restore-histories.test-data'
import { beginLast } from '@/server/engine/recovery/restore-world.test-data'
import { recordStops } from '@/server/engine/recovery/stops/record-stops'
import { ApiError } from '@/server/errors'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { endRecoveries } from '@/server/testing/open-recovery'
import { proofTimeout } from '@/server/testing/proof'
import { takeBackup } from '@/server/testing/restorable-database'
import { setVariables } from '@/server/testing/set-variables'
import { addSkippedWallets, hasSkippedWallets } from '@/server/wallets/add-skipped-wallets'
import { createWallets } from '@/server/wallets/create-wallets'
import { keyFaultOf } from './key-fault'
import { openBusinessSeed } from './open-business-seed'
import { forgetSeeds } from './open-seed'
import { restoreSeedCopies } from './restore-seed-copies'
import { readSeedCopies } from './seed-copies'
import { flipSeed } from './testing/flip-seed'

const BUSINESSES = 2
const MAX_TURNS = 5
const BETWEEN_RESTORES_MS = 60_000

const database = openDatabase()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seed-copies-'))
  setVariables({
    CUSTODY_KEK: `local:${randomBytes(32).toString('base64')}`,
    SEED_COPY_DIR: folder,
  })
})
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterAll(async () => {
  vi.useRealTimers()
  await rm(folder, { recursive: true })
})

const who = fc.nat(BUSINESSES - 1)
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('wallet' as const), who }) },
  // The seed of a business opens no more, or again.
  { weight: 2, arbitrary: fc.record({ do: fc.constant('flip' as const), who }) },
  { weight: 3, arbitrary: fc.constant({ do: 'backup' as const }) },
  { weight: 4, arbitrary: fc.constant({ do: 'restore' as const }) },
  { weight: 3, arbitrary: fc.constant({ do: 'add' as const }) },
  { weight: 2, arbitrary: fc.constant({ do: 'seeds' as const }) },
  // Restoring seeds is killed at the first of them, and a process without SEED_COPY_DIR continues.
  { weight: 2, arbitrary: fc.constant({ do: 'kill' as const }) },
  // A replica is promoted, and a backup is taken before that recovery ends.
  { weight: 1, arbitrary: fc.constant({ do: 'promote' as const }) },
  // From here on SEED_COPY_DIR alone keeps what a backup lacks.
  { weight: 1, arbitrary: fc.constant({ do: 'unmark' as const }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const steps = fc.array(step, { minLength: 4, maxLength: 14 })
const wallet = (nth: number): Step => ({ do: 'wallet', who: nth })
const flip = (nth: number): Step => ({ do: 'flip', who: nth })

const HISTORIES: Step[][] = [
  // The seed of the first business does not open while the wallets of the first restore are to be added. Its second
  // restore comes before they are.
  [
    ...[wallet(0), ...plain('backup'), wallet(0), ...plain('restore'), flip(0), ...plain('add')],
    ...[flip(0), ...plain('backup'), wallet(0), ...plain('restore', 'add')],
  ],
  // The backup lacks the seed, and the counters are from an earlier restore.
  [...plain('backup', 'restore', 'backup'), wallet(1), ...plain('restore', 'seeds', 'add')],
  // One backup is restored twice.
  [wallet(0), ...plain('backup', 'restore'), wallet(0), ...plain('restore'), wallet(0)],
  [...plain('unmark'), wallet(0), ...plain('backup', 'restore'), wallet(0), ...plain('restore'), wallet(0)],
  [wallet(0), ...plain('promote', 'restore'), wallet(0), ...plain('restore'), wallet(0)],
  // Killed between the steps of restoring seeds.
  [...plain('backup'), wallet(1), ...plain('restore', 'kill', 'seeds')],
]

type World = { tenants: Tenant[]; handed: Map<string, Tenant>; backup: Awaited<ReturnType<typeof takeBackup>> | null }

async function newWorld(): Promise<World> {
  setVariables({ RESTORE_MARK_FILE: join(folder, 'mark') })
  const tenants = await Promise.all(Array.from({ length: BUSINESSES }, () => createTenant()))
  return { tenants, handed: new Map(), backup: null }
}

/** One more wallet, as a request makes it. The seed may not open, or be in its copy alone. */
async function handOut({ handed }: World, tenant: Tenant): Promise<void> {
  try {
    const seed = await openBusinessSeed(tenant.businessId, [])
    const asked = { chainType: 'EVM', count: 1, purpose: 'TEST' } as const
    for (const { address } of await inTenant(tenant, (ctx) => createWallets({ ...ctx, seed }, asked))) {
      expect(handed.has(address), `${address} was handed out before`).toBe(false)
      handed.set(address, tenant)
    }
  } catch (error) {
    if (!(error instanceof ApiError) && keyFaultOf(error) !== 'wrong_key') throw error
  }
}

async function restore({ backup }: World): Promise<void> {
  if (!backup) return
  await recordStops(workerCtx())
  vi.setSystemTime(Date.now() + BETWEEN_RESTORES_MS)
  await backup.restore()
  forgetCaches()
  forgetSeeds()
  await beginRestoreRecovery({ cause: 'rewound', message: 'A backup was restored' })
  await endRecoveries()
}

/** Restoring seeds ends before it stores the first seed that the database lacks; the app lacks SEED_COPY_DIR. */
async function killSeeds(world: World): Promise<void> {
  const killed = new Error('killed')
  const prepare = async (...asked: Parameters<typeof prepareBusiness>) => {
    await prepareBusiness(...asked)
    throw killed
  }
  try {
    await restoreSeedCopies(seedsCtx(), { folder, prepare })
  } catch (error) {
    if (error !== killed) throw error
    setVariables({ SEED_COPY_DIR: undefined })
    const seeds = await workerCtx().db.select().from(walletCounters)
    const prepared = new Set(seeds.flatMap((one) => (one.skippedFrom === null ? [] : [one.businessId])))
    for (const tenant of world.tenants) if (prepared.has(tenant.businessId)) await handOut(world, tenant)
    await addSkippedWallets(workerCtx())
    setVariables({ SEED_COPY_DIR: folder })
  }
}

async function play(world: World, one: Step): Promise<void> {
  switch (one.do) {
    case 'wallet':
    case 'flip': {
      const tenant = world.tenants[one.who]
      if (!tenant) return
      return one.do === 'flip' ? flipSeed(tenant.businessId, 'changed') : handOut(world, tenant)
    }
    case 'backup':
      world.backup = await takeBackup(database.url)
      return
    case 'restore':
      return restore(world)
    case 'add':
      return void (await addSkippedWallets(workerCtx()))
    case 'seeds':
      return void (await restoreSeeds())
    case 'kill':
      return killSeeds(world)
    case 'promote':
      await beginRestoreRecovery({ cause: 'other_database', message: 'A replica was promoted' })
      await beginLast()
      world.backup = await takeBackup(database.url)
      return endRecoveries()
    case 'unmark':
      return setVariables({ RESTORE_MARK_FILE: undefined })
    default:
      return one satisfies never
  }
}

async function judge({ tenants, handed }: World): Promise<void> {
  const { db } = workerCtx()
  expect((await restoreSeeds()).refused).toEqual([])
  for (const { businessId } of tenants) {
    const opens = () =>
      openBusinessSeed(businessId, []).then(
        () => true,
        () => false,
      )
    if (!(await opens())) await flipSeed(businessId, 'changed')
    expect(await opens()).toBe(true)
  }
  for (let turn = 0; turn < MAX_TURNS; turn += 1) await addSkippedWallets(workerCtx())
  expect(await hasSkippedWallets(workerCtx())).toBe(false)
  const copies = await readSeedCopies(folder)
  for (const tenant of tenants) {
    const { businessId } = tenant
    const seeds = await db.select().from(walletSeeds).where(eq(walletSeeds.businessId, businessId))
    const ofBusiness = copies.filter((copy) => copy.businessId === businessId)
    expect(new Set([...seeds, ...ofBusiness].map(({ id }) => id)).size).toBe(1)
    const rows = await db.select().from(wallets).where(eq(wallets.businessId, businessId))
    const known = new Set(rows.map(({ address }) => address))
    const isLost = ([address, owner]: [string, Tenant]) => owner === tenant && !known.has(address)
    expect([...handed].filter(isLost).map(([address]) => address)).toEqual([])
  }
}

test('after restores at any point each address that was handed out is a wallet of its business, under its one seed', {
  timeout: proofTimeout(240_000),
}, async () => {
  await assertHistories({ steps, histories: HISTORIES, drawn: 3, long: 200 }, async (played) => {
    const world = await newWorld()
    for (const one of played) await play(world, one)
    await judge(world)
  })
})
