import { beforeAll, expect, test } from 'vitest'
import { inTenant, inTenantReading } from '@/server/ctx'
import { listDepositPage } from '@/server/deposits/list-deposit-page'
import { listIndexerLogs } from '@/server/indexer/logs/list-indexer-logs'
import { listIndexerSubscriptions } from '@/server/indexer/subscriptions/list-indexer-subscriptions'
import { spendingProject } from '@/server/policies/spending-project.test-data'
import { getOverview } from '@/server/projects/get-overview'
import { openDatabase } from '@/server/testing/open-database'
import { listTokens } from '@/server/tokens/list-tokens'
import { listTransactions } from '@/server/transactions/list-transactions'
import { type NetworkScope, scopeOf } from './network-scope'

const TESTNET = 84_532
const MAINNET = 8_453

openDatabase()
let project: Awaited<ReturnType<typeof spendingProject>>
beforeAll(async () => {
  project = await spendingProject()
  await inTenant(project.tenant, async (ctx) => {
    for (const chainId of [TESTNET, TESTNET, MAINNET]) await project.insertRow(ctx, { chainId })
  })
})

test.each([
  [null, 3],
  ['TESTNET', 2],
  ['MAINNET', 1],
] as const)('with the scope %s lists and sums count %s transactions', async (networkScope, total) => {
  const seen = await inTenantReading(project.tenant, async (own) => {
    const ctx = { ...own, networkScope, projectId: project.tenant.projectId }
    const listed = await listTransactions(ctx, { limit: 20, offset: 0 })
    const { counts, networks } = await getOverview(ctx)
    return { listed: listed.pagination.total, rows: listed.items.length, counted: counts.transactions.total, networks }
  })
  expect(seen).toEqual({ listed: total, rows: total, counted: total, networks: networkScope })
})

test.each(['TESTNET', 'MAINNET'] as const)('the other lists take the scope %s', async (networkScope: NetworkScope) => {
  const totals = await inTenantReading(project.tenant, async (own) => {
    const ctx = { ...own, networkScope, projectId: project.tenant.projectId }
    const page = { page: 1, limit: 20 }
    return [
      await listDepositPage(ctx, { page: 1 }),
      await listTokens(ctx, { page: 1, pageSize: 20, status: undefined }),
      await listIndexerSubscriptions(ctx, page),
      await listIndexerLogs(ctx, page),
    ].map(({ total }) => total)
  })
  expect(totals).toEqual([0, 0, 0, 0])
})

test('reads the scope from the cookies alone that name one', () => {
  expect(scopeOf('a=1; slipway-networks=TESTNET')).toBe('TESTNET')
  expect(scopeOf('slipway-networks=MAINNET; b=2')).toBe('MAINNET')
  for (const cookies of [null, '', 'slipway-networks=', 'slipway-networks=ALL', 'xslipway-networks=TESTNET'])
    expect(scopeOf(cookies)).toBeNull()
})
