import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { walletSeeds } from '@/db/schema/wallets'
import { inTenant, type Tenant, workerCtx } from '@/server/ctx'
import { createTenant } from '@/server/testing/create-tenant'
import { first } from '@/server/testing/first'
import { openDatabase } from '@/server/testing/open-database'
import { setVariables } from '@/server/testing/set-variables'
import { deriveAddresses } from './derive-addresses'
import { ensureSeed } from './ensure-seed'
import { openBusinessSeed } from './open-business-seed'
import { forgetSeeds } from './open-seed'
import { rewrapSeeds } from './rewrap-seeds'

const localKey = () => `local:${randomBytes(32).toString('base64')}`

async function firstAddress({ businessId }: Tenant): Promise<string> {
  const range = { chainType: 'EVM', firstIndex: 0, count: 1 } as const
  return first(await deriveAddresses(await openBusinessSeed(businessId, []), range))
}

const makeSeed = ({ businessId }: Tenant) => ensureSeed({ ...workerCtx(), businessId })

async function storedSeed(tenant: Tenant) {
  const [row] = await workerCtx().db.select().from(walletSeeds).where(eq(walletSeeds.businessId, tenant.businessId))
  if (!row) throw new Error('no seed was stored')
  return row
}

describe('seeds', () => {
  openDatabase()
  let tenant: Tenant

  beforeEach(async () => {
    setVariables({ CUSTODY_KEK: process.env.CUSTODY_KEK })
    tenant = await createTenant()
    forgetSeeds()
  })

  it('makes one seed per business, however many ask first', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => makeSeed(tenant)))
    expect(new Set(ids).size).toBe(1)
    expect(await makeSeed(await createTenant())).not.toBe(ids[0])
  })

  it('finds the same keys again after the cache is gone', async () => {
    const before = await firstAddress(tenant)
    forgetSeeds()
    expect(await firstAddress(tenant)).toBe(before)
    expect(await firstAddress(await createTenant())).not.toBe(before)
  })

  it('opens a seed for many callers at once', async () => {
    await makeSeed(tenant)
    const addresses = await Promise.all(Array.from({ length: 8 }, () => firstAddress(tenant)))
    expect(new Set(addresses).size).toBe(1)
  })

  it('opens no seed whose row was moved to another business or replaced by another row', async () => {
    const other = await createTenant()
    await makeSeed(tenant)
    const seed = await storedSeed(tenant)
    await workerCtx().db.update(walletSeeds).set({ businessId: other.businessId }).where(eq(walletSeeds.id, seed.id))
    await expect(firstAddress(other)).rejects.toThrow('cannot be opened')

    const third = await createTenant()
    await makeSeed(third)
    const { seedSealed, dataKeyWrapped } = seed
    await workerCtx()
      .db.update(walletSeeds)
      .set({ seedSealed, dataKeyWrapped })
      .where(eq(walletSeeds.businessId, third.businessId))
    await expect(firstAddress(third)).rejects.toThrow('cannot be opened')
  })

  it('lets the tenant role neither change nor delete its seed', async () => {
    await makeSeed(tenant)
    const own = eq(walletSeeds.businessId, tenant.businessId)
    const refused = { cause: { message: 'permission denied for table wallet_seeds' } }
    await expect(
      inTenant(tenant, ({ db }) => db.update(walletSeeds).set({ version: 2 }).where(own)),
    ).rejects.toMatchObject(refused)
    await expect(inTenant(tenant, ({ db }) => db.delete(walletSeeds).where(own))).rejects.toMatchObject(refused)
  })

  it('moves to a new key-encryption key by data keys only, repeatably, and then without the former key', async () => {
    await workerCtx().db.delete(walletSeeds)
    const [former, next] = [localKey(), localKey()]
    setVariables({ CUSTODY_KEK: former })
    const tenants = [tenant, await createTenant(), await createTenant()]
    const addresses = await Promise.all(tenants.map((each) => firstAddress(each)))
    const before = await storedSeed(tenant)
    setVariables({ CUSTODY_KEK: `${next},${former}` })

    const runs = await Promise.all([rewrapSeeds(workerCtx()), rewrapSeeds(workerCtx())])
    expect(runs.reduce((sum, run) => sum + run.rewrapped, 0)).toBe(tenants.length)
    expect(await rewrapSeeds(workerCtx())).toEqual({ rewrapped: 0, refused: [] })

    setVariables({ CUSTODY_KEK: next })
    forgetSeeds()
    expect(await Promise.all(tenants.map((each) => firstAddress(each)))).toEqual(addresses)
    const after = await storedSeed(tenant)
    expect(Buffer.from(after.seedSealed)).toEqual(Buffer.from(before.seedSealed))
    expect(after.kekId).not.toBe(before.kekId)
  })

  it('names a damaged seed in a move to a new key and moves the others', async () => {
    await workerCtx().db.delete(walletSeeds)
    const former = localKey()
    setVariables({ CUSTODY_KEK: former })
    const other = await createTenant()
    for (const each of [tenant, other]) await makeSeed(each)
    const { id } = await storedSeed(other)
    await workerCtx().db.update(walletSeeds).set({ version: 2 }).where(eq(walletSeeds.id, id))
    setVariables({ CUSTODY_KEK: `${localKey()},${former}` })
    expect(await rewrapSeeds(workerCtx())).toEqual({ rewrapped: 1, refused: [id] })
  })
})
