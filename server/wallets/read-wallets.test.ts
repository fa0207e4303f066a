import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '@/db/schema/audit'
import { listWalletsQuery, type WalletView, walletPage, walletView } from '@/schemas/wallets/contract'
import { inTenant, type Tenant, workerCtx } from '@/server/ctx'
import { MESSAGES } from '@/server/refusals/messages'
import { createTenant } from '@/server/testing/create-tenant'
import { inTenantWithSeed } from '@/server/testing/in-tenant-with-seed'
import { openDatabase } from '@/server/testing/open-database'
import { countWallets } from './count-wallets'
import { createWallets } from './create-wallets'
import { deactivateWallet } from './deactivate-wallet'
import { getWallet } from './get-wallet'
import { getWalletByIndex } from './get-wallet-by-index'
import { listWallets } from './list-wallets'
import { requireActiveWallet } from './require-active-wallet'

const FOREIGN = { code: 'forbidden', message: 'Unauthorized: Cannot access wallet from other business' }
const UNKNOWN = { code: 'not_found', message: 'Wallet not found' }

describe('wallets of a business', () => {
  openDatabase()
  let tenant: Tenant
  let other: Tenant
  let own: WalletView
  let foreign: WalletView

  const generate = (who: Tenant, chainType: 'EVM' | 'SOLANA', count: number) =>
    inTenantWithSeed(who, (ctx) => createWallets(ctx, { chainType, count, purpose: 'GENERAL' }))
  const read = (who: Tenant, chainType: 'EVM' | 'SOLANA', addressIndex: number) =>
    inTenant(who, (ctx) => getWalletByIndex(ctx, { chainType, addressIndex }))

  beforeEach(async () => {
    tenant = await createTenant({ name: 'Lagoon' })
    other = await createTenant({ name: 'Harbour' })
    await generate(tenant, 'EVM', 3)
    await generate(tenant, 'SOLANA', 1)
    await generate(other, 'EVM', 5)
    own = await read(tenant, 'EVM', 1)
    foreign = await read(other, 'EVM', 4)
  })

  it('reads by index and chain type, with every field of the contract', async () => {
    expect(walletView.parse(own)).toEqual(own)
    expect(own).toMatchObject({ businessName: 'Lagoon', addressIndex: 1, isActive: true, deactivatedAt: null })
    expect((await read(tenant, 'SOLANA', 0)).chainType).toBe('SOLANA')
    await expect(read(tenant, 'EVM', 4)).rejects.toMatchObject(UNKNOWN)
  })

  it('reads by id its own wallets only', async () => {
    expect(await inTenant(tenant, (ctx) => getWallet(ctx, own.id))).toEqual(own)
    await expect(inTenant(tenant, (ctx) => getWallet(ctx, foreign.id))).rejects.toMatchObject({ name: 'ApiError' })
  })

  it('lists its own wallets page by page, newest first, each once', async () => {
    const page = (fields: Record<string, string>) =>
      inTenant(tenant, (ctx) => listWallets(ctx, listWalletsQuery.parse(fields)))
    const all = await page({})
    expect(walletPage.parse(all)).toMatchObject({ total: 4, page: 1, pageSize: 20 })
    expect(all.items.map((wallet) => `${wallet.chainType} ${wallet.addressIndex}`)).toEqual([
      'SOLANA 0',
      'EVM 2',
      'EVM 1',
      'EVM 0',
    ])
    const halves = [await page({ pageSize: '2' }), await page({ pageSize: '2', page: '2' })]
    expect(halves.flatMap((half) => half.items)).toEqual(all.items)
    expect((await page({ chainType: 'SOLANA' })).total).toBe(1)
    expect((await page({ page: '9' })).items).toEqual([])
  })

  it('counts its own wallets, all or of one chain type', async () => {
    const count = (chainType?: 'EVM' | 'SOLANA') => inTenant(tenant, (ctx) => countWallets(ctx, { chainType }))
    expect([await count(), await count('EVM'), await count('SOLANA')]).toEqual([
      { count: 4 },
      { count: 3 },
      { count: 1 },
    ])
  })

  it('deactivates once and for all, with an audit row', async () => {
    const deactivate = (id: string) => inTenant(tenant, (ctx) => deactivateWallet(ctx, id))
    await deactivate(own.id)
    const after = await read(tenant, 'EVM', 1)
    expect(after.isActive).toBe(false)
    expect(Date.parse(after.deactivatedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(after.createdAt))
    await expect(deactivate(own.id)).rejects.toMatchObject(UNKNOWN)
    await expect(deactivate(foreign.id)).rejects.toMatchObject(FOREIGN)
    await expect(deactivate(randomUUID())).rejects.toMatchObject(UNKNOWN)
    expect((await read(other, 'EVM', 4)).isActive).toBe(true)
    const rows = await workerCtx().db.select().from(auditLog).where(eq(auditLog.businessId, tenant.businessId))
    expect(rows.filter((row) => row.action === 'wallet.deactivate')).toMatchObject([{ target: own.id }])
  })

  it('lets one of many simultaneous deactivations win', async () => {
    const calls = Array.from({ length: 6 }, () => inTenant(tenant, (ctx) => deactivateWallet(ctx, own.id)))
    const settled = await Promise.allSettled(calls)
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('requires an own, active wallet by index or by address in any case', async () => {
    const require = (from: string | number, chainType: 'EVM' | 'SOLANA' = 'EVM') =>
      inTenant(tenant, (ctx) => requireActiveWallet(ctx, { chainType, from }))
    for (const from of [1, own.address, own.address.toLowerCase()]) {
      expect(await require(from)).toMatchObject({ id: own.id, address: own.address })
    }
    const unknown = [99, -1, 0.5, 2 ** 31, Number.NaN, 'nonsense', `0x${'12'.repeat(20)}`, '1', '']
    for (const from of unknown) await expect(require(from)).rejects.toMatchObject(UNKNOWN)
    await expect(require(own.address, 'SOLANA')).rejects.toMatchObject(UNKNOWN)
    await expect(require(foreign.address)).rejects.toMatchObject(FOREIGN)
    await inTenant(tenant, (ctx) => deactivateWallet(ctx, own.id))
    await expect(require(1)).rejects.toMatchObject({ code: 'failed', message: MESSAGES.walletInactive })
  })
})
