import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recoveries, walletCounters, wallets } from '@/db/schema'
import { forgetCaches } from '@/server/changing-cache'
import { type Tenant, workerCtx } from '@/server/ctx'
import { createTenant } from '@/server/testing/create-tenant'
import { newWallet } from '@/server/testing/new-wallet'
import { openDatabase } from '@/server/testing/open-database'
import { endRecoveries } from '@/server/testing/open-recovery'
import { takeBackup } from '@/server/testing/restorable-database'
import { setVariables } from '@/server/testing/set-variables'
import { addSkippedWallets } from '@/server/wallets/add-skipped-wallets'
import { beginRestoreRecovery } from './begin-restore-recovery'
import { beginLast } from './restore-world.test-data'
import { forgetStops, recordStops } from './stops/record-stops'

const database = openDatabase()
let folder: string
let tenant: Tenant
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slipway-restored-twice-'))
  setVariables({ RESTORE_MARK_FILE: undefined, SEED_COPY_DIR: undefined })
  await workerCtx().db.delete(recoveries)
  tenant = await createTenant()
  await newWallet(tenant)
  await newWallet(tenant, 'SOLANA')
})
afterEach(async () => {
  vi.useRealTimers()
  await endRecoveries()
  forgetStops()
  await rm(folder, { recursive: true })
})

/** Restores the backup and ends the recovery; a process with only this variable has started meanwhile. */
async function restore(backup: Awaited<ReturnType<typeof takeBackup>>): Promise<void> {
  await recordStops(workerCtx())
  await backup.restore()
  forgetCaches()
  forgetStops()
  await beginRestoreRecovery({ cause: 'rewound', message: 'A backup was restored' })
  while (!(await addSkippedWallets(workerCtx())));
  await endRecoveries()
  forgetCaches()
}

const KEPT = [{ variable: 'RESTORE_MARK_FILE' }, { variable: 'SEED_COPY_DIR' }] as const
const setKept = (variable: (typeof KEPT)[number]['variable']) =>
  setVariables({ [variable]: variable === 'SEED_COPY_DIR' ? folder : join(folder, 'mark') })

test.each(KEPT)(
  'wallets that were created between two restores of one backup are found after the second ($variable)',
  async ({ variable }) => {
    setKept(variable)
    const backup = await takeBackup(database.url)
    const handedOut: string[] = []
    for (let times = 0; times < 3; times += 1) {
      await restore(backup)
      for (const chainType of ['EVM', 'SOLANA'] as const) handedOut.push((await newWallet(tenant, chainType)).address)
    }
    await restore(backup)
    const rows = await workerCtx().db.select().from(wallets).where(eq(wallets.businessId, tenant.businessId))
    expect(rows.map(({ address }) => address)).toEqual(expect.arrayContaining(handedOut))
  },
)

test.each(KEPT)(
  'a second restore skips what a burst of wallets took after the first ($variable)',
  async ({ variable }) => {
    setKept(variable)
    const backup = await takeBackup(database.url)
    await restore(backup)
    // As if so many had been created at once.
    await workerCtx()
      .db.update(walletCounters)
      .set({ nextIndex: sql`${walletCounters.nextIndex} + 5000` })
    const { addressIndex } = await newWallet(tenant)
    await restore(backup)
    expect((await newWallet(tenant)).addressIndex).toBeGreaterThan(addressIndex)
  },
)

test('restores of a backup that was taken during a recovery skip different indices, also where nothing is kept outside', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await beginRestoreRecovery({ cause: 'other_database', message: 'A replica was promoted' })
  await beginLast()
  const backup = await takeBackup(database.url)
  await restore(backup)
  const { addressIndex } = await newWallet(tenant)
  vi.setSystemTime(Date.now() + 60_000)
  await restore(backup)
  expect((await newWallet(tenant)).addressIndex).toBeGreaterThan(addressIndex)
})
