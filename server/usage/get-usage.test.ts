import { and, eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { plans, subscriptions, usageCounts } from '@/db/schema'
import { inTenantReading, workerCtx } from '@/server/ctx'
import { requireProject } from '@/server/projects/require-project'
import { openDatabase } from '@/server/testing/open-database'
import { walletClient } from '@/server/testing/wallet-client'
import { getUsage } from './get-usage'

openDatabase()

test('what a project used of each product stands beside what its plan includes, as the meter counts it', async () => {
  const { db } = workerCtx()
  const { tenant, post } = await walletClient()
  const [row] = await db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.projectId, tenant.projectId), eq(subscriptions.productId, 1)))
  if (!row) throw new Error('the caller has no plan of the product')
  const terms = {
    planQuotas: [
      { name: 'wallets.created', limit: 10 },
      { name: 'credits', limit: 90 },
    ],
    creditRate: { 'wallets.created': 3 },
  }
  await db.update(plans).set(terms).where(eq(plans.id, row.planId))
  const usage = async () => (await inTenantReading(tenant, (ctx) => getUsage(requireProject(ctx)))).items
  const wallet = async () => (await usage()).find(({ productId }) => productId === 1)
  expect((await wallet())?.uses).toEqual([
    { name: 'api.calls', used: 0, limit: null, creditRate: null },
    { name: 'wallets.created', used: 0, limit: 10, creditRate: 3 },
    { name: 'transfers', used: 0, limit: null, creditRate: null },
    { name: 'signatures', used: 0, limit: null, creditRate: null },
    { name: 'credits', used: 0, limit: 90, creditRate: null },
  ])
  expect((await post('/v1/wallet/hd/generate', { chainType: 'EVM', count: 4 }, v7())).code).toBe(201)
  const used = Object.fromEntries((await wallet())?.uses.map(({ name, used }) => [name, used]) ?? [])
  expect(used).toEqual({ 'api.calls': 1, 'wallets.created': 4, transfers: 0, signatures: 0, credits: 12 })
  expect(await usage()).toHaveLength(3)
})

test('nobody sees what another project used, and a project without a plan has nothing', async () => {
  const { db } = workerCtx()
  const one = await walletClient()
  const other = await walletClient({ businessId: one.businessId })
  await db.update(usageCounts).set({ n: 7 }).where(eq(usageCounts.projectId, one.tenant.projectId))
  const uses = await inTenantReading(other.tenant, (ctx) => getUsage(requireProject(ctx)))
  expect(uses.items.flatMap((product) => product.uses.map(({ used }) => used)).every((used) => used === 0)).toBe(true)
  await db.delete(subscriptions).where(eq(subscriptions.projectId, other.tenant.projectId))
  expect((await inTenantReading(other.tenant, (ctx) => getUsage(requireProject(ctx)))).items).toEqual([])
})
