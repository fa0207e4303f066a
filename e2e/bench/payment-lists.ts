import { performance } from 'node:perf_hooks'
import { newId } from '@/db/new-id'
import { inTenant } from '@/server/ctx'
import { listPayments } from '@/server/payments/list-payments'
import { createOwner } from '@/server/testing/messages'
import { withDatabase } from './bench-database'
import { fillLists } from './fill-lists'
import { type Listed, measure } from './lists'

const OWNERS = 21

type Query = Parameters<typeof listPayments>[1]

/** The list of payments over many rows, four of five one project's, each filter separately. */
export async function benchPaymentLists({ count, samples }: { count: number; samples: number }): Promise<void> {
  await withDatabase(async (url) => {
    const owners = []
    for (let place = 0; place < OWNERS; place++) {
      owners.push({ ...(await createOwner()), walletIds: [newId()], subscriptionIds: [newId()] })
    }
    const [big] = owners
    if (!big) throw new Error('nobody owns anything')
    const startedAt = performance.now()
    await fillLists(url, { owners, tables: ['payments'], count })
    console.log(`  ${count} payments, made in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`)
    const { projectId } = big
    const actor = { type: 'key', id: newId() } as const
    const list = (request: Partial<Query>) => (): Promise<Listed> =>
      inTenant({ ...big, actor }, (ctx) => listPayments({ ...ctx, projectId }, { page: 1, pageSize: 20, ...request }))
    const middle = Math.floor((count * 0.8) / 40)
    const requests: [string, Partial<Query>][] = [
      ['payments', {}],
      ['payments, 100 a page', { pageSize: 100 }],
      ['payments, the page in the middle', { page: middle }],
      ['payments, past the end', { page: 1_000_000 }],
      ['payments, top-ups, page 10,000', { purpose: 'WALLET_TOPUP', page: 10_000 }],
      ['payments, settled, the page in the middle', { status: 'SUCCESS', page: middle }],
      ['payments, failed', { status: 'FAILED' }],
      ['payments, failed top-ups', { status: 'FAILED', purpose: 'WALLET_TOPUP' }],
      ['payments, refunded', { status: 'REFUNDED' }],
      ['payments, pending', { status: 'PENDING' }],
    ]
    for (const [name, request] of requests) await measure(name, list(request), samples)
  })
}
