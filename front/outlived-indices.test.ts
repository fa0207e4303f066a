import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { workerCtx } from '@/server/ctx'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { awaitRestoreCheck, endRestoreCheck } from '@/server/recovery/is-recovering'
import { forgetDatabase } from '@/server/recovery/known-database'
import { createTenant } from '@/server/testing/create-tenant'
import { newWallet } from '@/server/testing/new-wallet'
import { openDatabase } from '@/server/testing/open-database'
import { endRecoveries } from '@/server/testing/open-recovery'
import { takeBackup } from '@/server/testing/restorable-database'
import { forgetReservedIndices, reserveIndex } from '@/server/wallets/reserve-indices'
import { detectRestore, watchDatabase } from './detect-restore'

const RECOVERING = { reason: 'recovering' }
const platformIndex = () => reserveIndex({ businessId: PLATFORM_BUSINESS_ID, chainType: 'EVM' })

const database = openDatabase()
let tenant: Awaited<ReturnType<typeof createTenant>>
beforeAll(async () => {
  tenant = await createTenant()
  await detectRestore()
})
afterEach(async () => {
  endRestoreCheck()
  await endRecoveries()
})
afterAll(() => forgetDatabase())

test('a process that outlives a restore hands out no address index before it noticed, and none twice', async () => {
  await newWallet(tenant)
  const backup = await takeBackup(database.url)
  await watchDatabase(workerCtx())
  const { addressIndex } = await newWallet(tenant)
  forgetReservedIndices()
  const reserved = await platformIndex()
  await backup.restore()
  forgetReservedIndices()
  await expect(newWallet(tenant)).rejects.toMatchObject(RECOVERING)
  await expect(platformIndex()).rejects.toMatchObject(RECOVERING)

  await watchDatabase(workerCtx())
  await endRecoveries()
  expect((await newWallet(tenant)).addressIndex).toBeGreaterThan(addressIndex)
  expect(await platformIndex()).toBeGreaterThan(reserved)
})

test('a process that starts hands out no address index before it compared the database', async () => {
  forgetDatabase()
  awaitRestoreCheck()
  forgetReservedIndices()
  await expect(newWallet(tenant)).rejects.toMatchObject(RECOVERING)
  await expect(platformIndex()).rejects.toMatchObject(RECOVERING)
  await detectRestore()
  expect((await newWallet(tenant)).addressIndex).toBeGreaterThan(0)
})
