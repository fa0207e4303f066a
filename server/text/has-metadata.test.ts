import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ipAllowlist, payments, subscriptions, sweepRules, tokens, transactions, wallets } from '@/db/schema'
import { ENDPOINTS } from '@/registry/endpoints'
import { workerCtx } from '@/server/ctx'
import { fillTenant } from '@/server/testing/fill-tenant'
import { openDatabase } from '@/server/testing/open-database'
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
