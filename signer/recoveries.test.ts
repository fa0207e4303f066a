import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { wallets } from '@/db/schema'
import { forgetCaches } from '@/server/changing-cache'
import { workerCtx } from '@/server/ctx'
import { beginRestoreRecovery } from '@/server/engine/recovery/begin-restore-recovery'
import { readSignerStatus } from '@/server/installation/signer-state'
import { createTenant } from '@/server/testing/create-tenant'
import { newWallet } from '@/server/testing/new-wallet'
import { openDatabase } from '@/server/testing/open-database'
import { endRecoveries } from '@/server/testing/open-recovery'
import { takeBackup } from '@/server/testing/restorable-database'
import { setVariables } from '@/server/testing/set-variables'
import { startSigner } from '@/server/testing/start-signer'
import { addSkippedWallets } from '@/server/wallets/add-skipped-wallets'

const folder = mkdtempSync(join(tmpdir(), 'slipway-seeds-'))
let signer: Awaited<ReturnType<typeof startSigner>>
const database = openDatabase({ hasSigner: true })
beforeAll(async () => {
  process.env.SEED_COPY_DIR = folder
  signer = await startSigner(database.url)
  setVariables({ SEED_COPY_DIR: undefined })
})
afterAll(async () => {
  await signer.stop()
  rmSync(folder, { recursive: true })
})

test('wallets that were created between two restores are found with the folder that the signer alone has', async () => {
  const tenant = await createTenant()
  await newWallet(tenant)
  const restore = async () => {
    await backup.restore()
    forgetCaches()
    await signer.start()
    await beginRestoreRecovery({ cause: 'rewound', message: 'A backup was restored' })
    while (!(await addSkippedWallets(workerCtx())));
    await endRecoveries()
    forgetCaches()
  }
  const backup = await takeBackup(database.url)
  await restore()
  const { address } = await newWallet(tenant)
  // Copies are due every five minutes, and with each start.
  await signer.stop()
  await signer.start()
  await vi.waitFor(async () => expect((await readSignerStatus()).recoveryCopies.kept).toHaveLength(1), 60_000)
  await restore()
  expect(await workerCtx().db.select().from(wallets).where(eq(wallets.address, address))).toMatchObject([
    { businessId: tenant.businessId, restored: 'unused' },
  ])
})
