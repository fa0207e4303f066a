import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { wallets } from '@/db/schema'
import { walletFilter } from '@/schemas/wallets/contract'
import { inTenant, inWorker } from '@/server/ctx'
import { createTenant } from '@/server/testing/create-tenant'
import { inTenantWithSeed } from '@/server/testing/in-tenant-with-seed'
import { openDatabase } from '@/server/testing/open-database'
import { addWallets } from './add-wallets'
import { bindWallet } from './bind-wallet'
import { listWallets } from './list-wallets'

const PERSON = { type: 'user', id: 'ada', name: 'Ada Obi' } as const

openDatabase()
let tenant: Awaited<ReturnType<typeof createTenant>>
let rows: (typeof wallets.$inferSelect)[]

beforeAll(async () => {
  tenant = await createTenant()
  rows = await inTenantWithSeed(tenant, async (ctx) => {
    await addWallets(ctx, { chainType: 'EVM', purpose: 'DEPOSITS', count: 30 })
    await addWallets(ctx, { chainType: 'SOLANA', purpose: '100%_sure', count: 1 })
    return ctx.db.select().from(wallets).where(eq(wallets.businessId, tenant.businessId)).orderBy(wallets.addressIndex)
  })
})

const find = async (filter: { search?: string; usable?: boolean }) => {
  const input = { ...walletFilter.parse(filter), pageSize: 100 }
  return (await inTenant({ ...tenant, actor: PERSON }, (ctx) => listWallets(ctx, input))).items.map(
    ({ address }) => address,
  )
}
const evm = (index: number) => rows.find((row) => row.chainType === 'EVM' && row.addressIndex === index)?.address ?? ''

test('finds a wallet by either end of its address, whatever the case', async () => {
  const address = evm(3)
  for (const search of [address, address.slice(0, 8), address.slice(-6), address.toLowerCase(), ` ${address} `]) {
    expect(await find({ search })).toContain(address)
  }
  expect(await find({ search: address.slice(2, 12) })).toEqual([])
})

test('finds wallets by index and by a part of their purpose, where a wildcard is a letter', async () => {
  expect(await find({ search: '17' })).toContain(evm(17))
  expect(await find({ search: 'posit' })).toHaveLength(30)
  expect(await find({ search: '100%_' })).toHaveLength(1)
  expect(await find({ search: '%' })).toHaveLength(1)
  expect(await find({ search: '9999999999' })).toEqual([])
})

test('usable ones are active and not bound to another project', async () => {
  const { projectId: elsewhere } = await createTenant({ businessId: tenant.businessId })
  const idOf = (index: number) => rows.find((row) => row.address === evm(index))?.id ?? ''
  await inTenant(tenant, (ctx) => bindWallet(ctx, { walletId: idOf(1), boundProjectId: elsewhere }))
  await inTenant(tenant, (ctx) => bindWallet(ctx, { walletId: idOf(2), boundProjectId: tenant.projectId }))
  await inWorker(({ db }) =>
    db
      .update(wallets)
      .set({ isActive: false })
      .where(eq(wallets.id, idOf(4))),
  )
  expect(await find({})).toHaveLength(31)
  const usable = await find({ usable: true })
  expect(usable).toHaveLength(29)
  expect(usable).toContain(evm(2))
})
