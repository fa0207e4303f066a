import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { walletSeeds } from '@/db/schema/wallets'
import { inTenant, inWorker, type Tenant, type TenantCtx, workerCtx } from '@/server/ctx'
import type { Env } from '@/server/env'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { deriveAddresses } from './derive-addresses'
import { ensureSeed } from './ensure-seed'
import { forgetSeeds } from './open-seed'
import { rewrapSeeds } from './rewrap-seeds'

const custody = vi.hoisted(() => ({ kek: '' }))
vi.mock('@/server/env', async (load) => {
  const real = await load<{ env: () => Env }>()
  return { ...real, env: () => ({ ...real.env(), CUSTODY_KEK: custody.kek || real.env().CUSTODY_KEK }) }
})

const localKey = () => `local:${randomBytes(32).toString('base64')}`

async function firstAddress(ctx: TenantCtx): Promise<string | undefined> {
  const seedId = await ensureSeed(ctx)
  const range = { businessId: ctx.businessId, seedId, chainType: 'EVM', firstIndex: 0, count: 1 } as const
  const [address] = await deriveAddresses(ctx, range)
  return address
}

async function storedSeed(tenant: Tenant) {
  const [row] = await workerCtx().db.select().from(walletSeeds).where(eq(walletSeeds.businessId, tenant.businessId))
  if (!row) throw new Error('no seed was stored')
  return row
}

describe('seeds', () => {
  openDatabase()
  let tenant: Tenant

  beforeEach(async () => {
    custody.kek = ''
    tenant = await createTenant()
    forgetSeeds()
  })

  it('makes one seed per business, however many ask first', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => inTenant(tenant, ensureSeed)))
    expect(new Set(ids).size).toBe(1)
    expect(await inTenant(await createTenant(), ensureSeed)).not.toBe(ids[0])
  })

  it('finds the same keys again after the cache is gone', async () => {
    const before = await inTenant(tenant, firstAddress)
    forgetSeeds()
    expect(await inTenant(tenant, firstAddress)).toBe(before)
    expect(await inTenant(await createTenant(), firstAddress)).not.toBe(before)
  })

  it('opens a seed for many callers at once', async () => {
    await inTenant(tenant, ensureSeed)
    const addresses = await Promise.all(Array.from({ length: 8 }, () => inTenant(tenant, firstAddress)))
    expect(new Set(addresses).size).toBe(1)
  })

  it('opens no seed whose row was moved to another business or replaced by another row', async () => {
    const other = await createTenant()
    await inTenant(tenant, ensureSeed)
    const seed = await storedSeed(tenant)
    await workerCtx().db.update(walletSeeds).set({ businessId: other.businessId }).where(eq(walletSeeds.id, seed.id))
    await expect(inTenant(other, firstAddress)).rejects.toThrow('cannot be opened')

    const third = await createTenant()
    await inTenant(third, ensureSeed)
    const { seedSealed, dataKeyWrapped } = seed
    await workerCtx()
      .db.update(walletSeeds)
      .set({ seedSealed, dataKeyWrapped })
      .where(eq(walletSeeds.businessId, third.businessId))
    await expect(inTenant(third, firstAddress)).rejects.toThrow('cannot be opened')
  })

  it('lets the tenant role neither change nor delete its seed', async () => {
    await inTenant(tenant, ensureSeed)
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
    custody.kek = former
    const tenants = [tenant, await createTenant(), await createTenant()]
    const addresses = await Promise.all(tenants.map((each) => inTenant(each, firstAddress)))
    const before = await storedSeed(tenant)
    custody.kek = `${next},${former}`

    const runs = await Promise.all([inWorker(rewrapSeeds), inWorker(rewrapSeeds)])
    expect(runs.reduce((sum, run) => sum + run.rewrapped, 0)).toBe(tenants.length)
    expect(await inWorker(rewrapSeeds)).toEqual({ rewrapped: 0, refused: [] })

    custody.kek = next
    forgetSeeds()
    expect(await Promise.all(tenants.map((each) => inTenant(each, firstAddress)))).toEqual(addresses)
    const after = await storedSeed(tenant)
    expect(Buffer.from(after.seedSealed)).toEqual(Buffer.from(before.seedSealed))
    expect(after.kekId).not.toBe(before.kekId)
  })

  it('names a damaged seed in a move to a new key and moves the others', async () => {
    await workerCtx().db.delete(walletSeeds)
    const former = localKey()
    custody.kek = former
    const other = await createTenant()
    for (const each of [tenant, other]) await inTenant(each, ensureSeed)
    const { id } = await storedSeed(other)
    await workerCtx().db.update(walletSeeds).set({ version: 2 }).where(eq(walletSeeds.id, id))
    custody.kek = `${localKey()},${former}`
    expect(await inWorker(rewrapSeeds)).toEqual({ rewrapped: 1, refused: [id] })
  })
})
