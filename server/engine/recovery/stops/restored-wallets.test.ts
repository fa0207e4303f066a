import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { wallets } from '@/db/schema'
import { inTenant, workerCtx } from '@/server/ctx'
import { openRestores } from '@/server/engine/recovery/restore-world.test-data'
import { createTenant } from '@/server/testing/create-tenant'
import { first } from '@/server/testing/first'
import { newWallet } from '@/server/testing/new-wallet'
import { openDatabase } from '@/server/testing/open-database'
import { bindWallet } from '@/server/wallets/bind-wallet'
import { deactivateWallet } from '@/server/wallets/deactivate-wallet'

const restores = openRestores(openDatabase())

const walletAt = async (address: string) =>
  first(await workerCtx().db.select().from(wallets).where(eq(wallets.address, address)))

test('a wallet that the backup lacks is added as it was stopped, and a later lifting holds', async () => {
  const tenant = await createTenant()
  await newWallet(tenant)
  await restores.backup()
  const [ended, bound] = [await newWallet(tenant), await newWallet(tenant)]
  const boundTo = { boundProjectId: tenant.projectId }
  const [endedId, boundId] = [(await walletAt(ended.address)).id, (await walletAt(bound.address)).id]
  await inTenant(tenant, (ctx) => deactivateWallet(ctx, endedId))
  await inTenant(tenant, (ctx) => bindWallet(ctx, { walletId: boundId, ...boundTo }))
  await restores.restore()
  expect(await walletAt(ended.address)).toMatchObject({ isActive: false, restored: 'unused' })
  const added = await walletAt(bound.address)
  expect(added).toMatchObject({ isActive: true, restored: 'unused', ...boundTo })

  await inTenant(tenant, (ctx) => bindWallet(ctx, { walletId: added.id, boundProjectId: null }))
  await restores.restart()
  expect(await walletAt(bound.address)).toMatchObject({ boundProjectId: null })
})
