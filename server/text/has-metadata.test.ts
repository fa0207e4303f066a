import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ipAllowlist, payments, subscriptions, sweepRules, tokens, transactions, wallets } from '@/db/schema'
import { ENDPOINTS } from '@/registry/endpoints'
import { workerCtx } from '@/server/ctx'
import { fillTenant } from '@/server/testing/fill-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { portalOf } from '@/server/testing/portal-of'
import { type WalletClient, walletClient } from '@/server/testing/wallet-client'

const LISTS = [
  ['/v1/wallet/transaction/history', transactions],
  ['/v1/wallet/hd', wallets],
  ['/v1/wallet/sweeps', sweepRules],
  ['/v1/tokens', tokens],
  ['/v1/payments', payments],
  ['/v1/subscriptions', subscriptions],
] as const

openDatabase()
let us: WalletClient
let them: WalletClient

beforeAll(async () => {
  us = await walletClient()
  them = await walletClient()
  const { db } = workerCtx()
  for (const [index, { tenant }] of [us, them].entries()) {
    await fillTenant(tenant)
    // The one address on it is not that of these calls.
    await db.delete(ipAllowlist).where(eq(ipAllowlist.businessId, tenant.businessId))
    const metadata = { customer: 'c-77', order: '5', whose: String(index) }
    for (const [, table] of LISTS)
      await db.update(table).set({ metadata }).where(eq(table.businessId, tenant.businessId))
  }
})

const listed = z.object({ items: z.array(z.unknown()).optional(), data: z.array(z.unknown()).optional() })
const count = async (path: string, query = '') => {
  const { items, data } = listed.parse((await us.get(`${path}${query}`)).data)
  return (items ?? data ?? []).length
}

test.each(LISTS)('%s lists what has all the pairs, of one business', async (path) => {
  const all = await count(path)
  expect(all).toBeGreaterThan(0)
  expect(await count(path, '?metadata[customer]=c-77&metadata[order]=5')).toBe(all)
  expect(await count(path, '?metadata[customer]=c-77&metadata[order]=6')).toBe(0)
  expect(await count(path, '?metadata[whose]=0')).toBe(all)
  expect(await count(path, '?metadata[whose]=1')).toBe(0)
  expect(await us.get(`${path}?metadata[a]=1&metadata[b]=1&metadata[c]=1&metadata[d]=1`)).toMatchObject({
    code: 400,
    param: 'metadata',
  })
})

test('each of them in the portal does so too, and the files of two', async () => {
  const { api, projectId } = await portalOf(us.tenant, 'viewer')
  const lists: Record<string, (metadata?: Record<string, string>) => Promise<{ items: unknown[] }>> = {
    transactions: (metadata) => api.transactions.list({ projectId, metadata, page: 1 }),
    wallets: (metadata) => api.wallets.list({ projectId, metadata, page: 1 }),
    sweeps: (metadata) => api.sweeps.list({ projectId, metadata, page: 1 }),
    tokens: (metadata) => api.tokens.list({ projectId, metadata, page: 1 }),
    payments: (metadata) => api.payments.list({ projectId, metadata, page: 1 }),
    subscriptions: (metadata) => api.subscriptions.listHistory({ projectId, metadata, page: 1 }),
    'file of transactions': (metadata) => api.transactions.listAfter({ projectId, metadata, after: null }),
    'file of payments': (metadata) => api.payments.listAfter({ projectId, metadata, after: null }),
  }
  for (const [name, list] of Object.entries(lists)) {
    const countOf = async (metadata?: Record<string, string>) => (await list(metadata)).items.length
    const all = await countOf()
    expect([name, all > 0]).toEqual([name, true])
    const counts = [await countOf({ customer: 'c-77', order: '5' }), await countOf({ whose: '0' })]
    expect([name, ...counts]).toEqual([name, all, all])
    expect([name, await countOf({ order: '6' }), await countOf({ whose: '1' })]).toEqual([name, 0, 0])
    await expect(list({ a: '1', b: '1', c: '1', d: '1' })).rejects.toThrow()
  }
})

/** An object in a reply of this shape has metadata. */
const showsMetadata = (reply: z.ZodType | undefined) =>
  reply !== undefined && JSON.stringify(z.toJSONSchema(reply, { unrepresentable: 'any' })).includes('"metadata"')

test('every list of a project that shows metadata filters by it', () => {
  const lists = ENDPOINTS.filter(
    ({ method, path, query, replies }) =>
      method === 'GET' && query && !path.includes('{') && showsMetadata(replies[200]),
  )
  expect(lists.map(({ path }) => path).sort()).toEqual(LISTS.map(([path]) => path).sort())
})
