import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '@/db/schema/audit'
import { wallets } from '@/db/schema/wallets'
import { createWalletsBody, type NewWalletView } from '@/schemas/wallets/contract'
import { type Tenant, workerCtx } from '@/server/ctx'
import { createTenant } from '@/server/testing/create-tenant'
import { inTenantWithSeed } from '@/server/testing/in-tenant-with-seed'
import { openDatabase } from '@/server/testing/open-database'
import { propertyRuns } from '@/server/testing/proof'
import { canonicalAddress } from '@/server/text/canonical-address'
import { createWallets } from './create-wallets'

type Request = { chainType: 'EVM' | 'SOLANA'; count: number; fails: boolean }

const request: fc.Arbitrary<Request> = fc.record({
  chainType: fc.constantFrom('EVM', 'SOLANA'),
  count: fc.integer({ min: 1, max: 7 }),
  fails: fc.boolean(),
})

function generate(tenant: Tenant, fields: { chainType: 'EVM' | 'SOLANA'; count?: number; purpose?: string }) {
  return inTenantWithSeed(tenant, (ctx) => createWallets(ctx, createWalletsBody.parse(fields)))
}

describe('createWallets', () => {
  openDatabase()
  let tenant: Tenant

  beforeEach(async () => {
    tenant = await createTenant()
  })

  it.each(['EVM', 'SOLANA'] as const)('counts %s indices from 0, with paths and valid addresses', async (chainType) => {
    const first = await generate(tenant, { chainType, count: 2 })
    const [third] = await generate(tenant, { chainType, purpose: 'TREASURY' })
    expect([...first, third].map((wallet) => wallet?.addressIndex)).toEqual([0, 1, 2])
    const rows = await workerCtx().db.select().from(wallets).where(eq(wallets.businessId, tenant.businessId))
    const path = (index: number) => (chainType === 'EVM' ? `m/44'/60'/0'/0/${index}` : `m/44'/501'/${index}'/0'`)
    for (const row of rows) {
      expect(row.derivationPath).toBe(path(row.addressIndex))
      expect(row.address).toBe(canonicalAddress(chainType, row.address))
      expect(row.purpose).toBe(row.addressIndex === 2 ? 'TREASURY' : 'GENERAL')
    }
  })

  it('leaves no gap and makes no index or address twice, whatever runs at once and rolls back', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 2, maxLength: 8 }), async (requests) => {
        const owner = await createTenant()
        const run = ({ fails, ...fields }: Request): Promise<NewWalletView[]> =>
          inTenantWithSeed(owner, async (ctx) => {
            const made = await createWallets(ctx, { ...fields, purpose: 'GENERAL' })
            if (fails) throw new Error('rolled back')
            return made
          })
        await Promise.allSettled(requests.map(run))
        for (const chainType of ['EVM', 'SOLANA'] as const) {
          await run({ chainType, count: 1, fails: false })
          const expected = requests.filter((each) => each.chainType === chainType && !each.fails)
          const total = expected.reduce((sum, each) => sum + each.count, 1)
          const rows = await workerCtx().db.select().from(wallets).where(eq(wallets.businessId, owner.businessId))
          const own = rows.filter((row) => row.chainType === chainType)
          expect(own.map((row) => row.addressIndex).sort((a, b) => a - b)).toEqual([...Array(total).keys()])
          expect(new Set(own.map((row) => row.address)).size).toBe(total)
        }
      }),
      propertyRuns(3, 32),
    )
  })

  it('gives two businesses different addresses at the same index', async () => {
    const [own] = await generate(tenant, { chainType: 'EVM' })
    const [other] = await generate(await createTenant(), { chainType: 'EVM' })
    expect(other?.addressIndex).toBe(own?.addressIndex)
    expect(other?.address).not.toBe(own?.address)
  })

  it('writes one audit row per call', async () => {
    await generate(tenant, { chainType: 'EVM', count: 3 })
    const rows = await workerCtx().db.select().from(auditLog).where(eq(auditLog.businessId, tenant.businessId))
    expect(rows).toMatchObject([{ action: 'wallet.generate', target: 'EVM 0-2', actorId: tenant.actor.id }])
  })

  it('refuses counts and purposes outside their limits', () => {
    const bad = [
      { count: 0 },
      { count: 201 },
      { count: 1.5 },
      { purpose: ' ' },
      { purpose: 'x'.repeat(65) },
      { extra: 1 },
    ]
    for (const fields of bad) {
      expect(createWalletsBody.safeParse({ chainType: 'EVM', ...fields }).success).toBe(false)
    }
  })
})
