import { loadavg } from 'node:os'
import { performance } from 'node:perf_hooks'
import { eq, sql } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import { indexerEvents, indexerSubscriptions, wallets } from '@/db/schema'
import { percentile } from '@/e2e/percentile'
import { inTenant, type Tenant, type TenantCtx, workerCtx } from '@/server/ctx'
import { listDepositPage } from '@/server/deposits/list-deposit-page'
import { listDeposits } from '@/server/deposits/list-deposits'
import { MS_PER_DAY } from '@/server/durations'
import { listIndexerLogs } from '@/server/indexer/logs/list-indexer-logs'
import { inTenantWithSeed } from '@/server/testing/in-tenant-with-seed'
import { createOwner } from '@/server/testing/messages'
import { createWallets } from '@/server/wallets/create-wallets'
import { EVENT_SUBSCRIPTION } from '@/server/webhooks/destinations/destination-kinds'
import { newDestinationSecret } from '@/server/webhooks/destinations/new-destination-secret'
import { dispatchWebhooks } from '@/server/webhooks/dispatch'
import { enqueueMessages } from '@/server/webhooks/enqueue-messages'
import { withDatabase } from './bench-database'
import { startSink } from './event-world'
import { cutIntoWeeks, type Filled, fillLists } from './fill-lists'

const AIM_P95_MS = 80
const OWNERS = 21
const CHAIN_ID = 84_532
const RARE_TOKEN = '0x00000000000000000000000000000000000000A1'

type Options = { count: number; samples: number; deliveries: number }
type Owner = Filled & { tenant: Tenant & { projectId: string } }

/**
 * The lists of delivery logs and deposits over many rows, most of them one project's, each filter separately; and
 * deliveries of events per second while the tables are empty and once they are full. BENCH_ROWS makes it shorter.
 */
export async function benchLists({ count, samples, deliveries }: Options): Promise<void> {
  await withDatabase(async (url) => {
    await cutIntoWeeks(url)
    const owners: Owner[] = []
    for (let place = 0; place < OWNERS; place++) owners.push(await addOwner(place === 0 ? 100 : 10))
    const [big] = owners
    if (!big) throw new Error('nobody owns anything')
    const sink = await startSink()
    try {
      const empty = await deliver(big, sink.url, deliveries)
      const startedAt = performance.now()
      const tables = ['webhook_messages', 'webhook_attempts', 'indexer_events', 'indexer_logs', 'deposits'] as const
      await fillLists(url, { owners, tables, count })
      console.log(
        `  ${count} rows in each of ${tables.length} tables, made in ${seconds(performance.now() - startedAt)} s`,
      )
      const full = await deliver(big, sink.url, deliveries)
      console.log(
        `  deliveries of events: ${empty.toFixed(0)}/s into empty tables, ${full.toFixed(0)}/s into full ones (${((full / empty) * 100).toFixed(0)} %)`,
      )
      for (const [name, list] of lists(big)) await measure(name, list, samples)
    } finally {
      await sink.close()
    }
  })
}

async function addOwner(subscriptions: number): Promise<Owner> {
  const owner = await createOwner()
  const tenant = { ...owner, actor: { type: 'key', id: newId() } } as const
  await inTenantWithSeed(tenant, (ctx) => createWallets(ctx, { chainType: 'EVM', count: 50, purpose: 'BENCH' }))
  const { businessId, projectId } = owner
  const own = await workerCtx().db.select().from(wallets).where(eq(wallets.businessId, businessId))
  const subscriptionIds = Array.from({ length: subscriptions }, () => newId())
  return { tenant, businessId, projectId, walletIds: own.map(({ id }) => id), subscriptionIds }
}

export type Listed = { items: readonly unknown[]; total?: number }

function lists({ tenant, walletIds: [walletId = ''], subscriptionIds: [subscriptionId = ''] }: Owner) {
  const { projectId } = tenant
  const inProject = <T>(work: (ctx: TenantCtx & { projectId: string }) => Promise<T>) =>
    inTenant(tenant, (ctx) => work({ ...ctx, projectId }))
  const logs = (request: Omit<Parameters<typeof listIndexerLogs>[1], 'page' | 'limit'>, page = 1, limit = 20) =>
    inProject((ctx) => listIndexerLogs(ctx, { ...request, page, limit }))
  /** The page in the middle: as far from the newest as from the oldest. */
  const middle = (request: Parameters<typeof logs>[0]) => async (): Promise<Listed> => {
    const { total } = await logs(request)
    return logs(request, Math.max(1, Math.floor(total / 40)))
  }
  const deposits = (request: Partial<Parameters<typeof listDeposits>[1]>) => () =>
    inProject((ctx) => listDeposits(ctx, { limit: 20, ...request }))
  const page = (request: Partial<Parameters<typeof listDepositPage>[1]>) => () =>
    inProject((ctx) => listDepositPage(ctx, { page: 1, ...request }))
  const ago = (days: number) => new Date(Date.now() - days * MS_PER_DAY).toISOString()
  const table: [string, () => Promise<Listed>][] = [
    ['logs', () => logs({})],
    ['logs, 200 a page', () => logs({}, 1, 200)],
    ['logs, page and that in the middle', middle({})],
    ['logs, past the end', () => logs({}, 1_000_000)],
    ['logs, failed', () => logs({ status: 'failed' })],
    ['logs, failed, page and that in the middle', middle({ status: 'failed' })],
    ['logs, transfer', () => logs({ eventType: 'transfer' })],
    ['logs, transfer, page and that in the middle', middle({ eventType: 'transfer' })],
    ['logs, approval, page and that in the middle', middle({ eventType: 'approval' })],
    ['logs, a rare type', () => logs({ eventType: 'paused' })],
    ['logs, a rare type, failed', () => logs({ eventType: 'paused', status: 'failed' })],
    ['logs, an unknown type', () => logs({ eventType: 'none' })],
    ['logs, a rare network', () => logs({ network: 'SOL' })],
    ['logs, a subscription', () => logs({ subscriptionId })],
    ['logs, a subscription, page and that in the middle', middle({ subscriptionId })],
    ['logs, a subscription, failed', () => logs({ subscriptionId, status: 'failed' })],
    ['deposits', deposits({})],
    ['deposits, 100 a page', deposits({ limit: 100 })],
    ['deposits, a wallet', deposits({ walletId })],
    ['deposits, a wallet, reverted', deposits({ walletId, stage: 'reverted' })],
    ['deposits, the coin', deposits({ tokenAddress: 'native' })],
    ['deposits, a rare token', deposits({ tokenAddress: RARE_TOKEN })],
    ['deposits, a rare chain', deposits({ chainId: 1 })],
    ['deposits, seen', deposits({ stage: 'seen' })],
    [
      'deposits, reverted, of a token and chain',
      deposits({ stage: 'reverted', tokenAddress: 'native', chainId: CHAIN_ID }),
    ],
    ['deposits, ten days', deposits({ from: ago(60), to: ago(50) })],
    ['deposits, ten days, confirmed', deposits({ from: ago(60), to: ago(50), stage: 'confirmed' })],
    ['deposits of the portal', page({})],
    ['deposits of the portal, page 100,000', page({ page: 100_000 })],
    ['deposits of the portal, confirmed, page 100,000', page({ page: 100_000, stage: 'confirmed' })],
    ['deposits of the portal, reverted', page({ stage: 'reverted' })],
    ['deposits of the portal, a wallet', page({ walletId })],
  ]
  return table
}

/** How long a list takes, printed beside the aim. */
export async function measure(name: string, list: () => Promise<Listed>, samples: number): Promise<void> {
  const took: number[] = []
  // The first of each prepares its statements.
  let found = await list()
  for (let n = 0; n < samples; n++) {
    const startedAt = performance.now()
    found = await list()
    took.push(performance.now() - startedAt)
  }
  const p95 = percentile(took, 95)
  console.log(
    `  ${p95 < AIM_P95_MS ? ' ' : '!'} ${name}: p50 ${percentile(took, 50).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms (aim ${AIM_P95_MS}); ` +
      `${found.items.length} rows${found.total === undefined ? '' : ` of ${found.total}`}; load ${loadavg()[0]?.toFixed(1)}`,
  )
}

/**
 * Events of a subscription of the owner's until the receiver has them and all is recorded; answers how many a second.
 */
async function deliver({ businessId, projectId }: Owner, webhookUrl: string, count: number): Promise<number> {
  const { db } = workerCtx()
  const subscriptionId = newId()
  const { sealed } = await newDestinationSecret(EVENT_SUBSCRIPTION, subscriptionId)
  const contractAddress = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
  const own = { businessId, projectId, chainId: CHAIN_ID }
  const asked = { contractAddress, webhookUrl, events: ['transfer'], fromBlock: 1n, createdBy: 'bench' }
  await db.insert(indexerSubscriptions).values({ id: subscriptionId, ...own, ...asked, secretSealed: sealed })
  const events = Array.from({ length: count }, () => {
    const id = newId()
    const what = { eventId: `${id}:0`, transactionHash: id, blockNumber: 1n, blockHash: '0x1', eventType: 'transfer' }
    return { id, ...own, subscriptionId, ...what }
  })
  for (let from = 0; from < count; from += 500) {
    const part = events.slice(from, from + 500)
    await db.insert(indexerEvents).values(part)
    const way = { source: 'indexer', scheme: 'indexer', keySource: 'subscription', orderKey: null } as const
    const to = { destinationId: subscriptionId, url: webhookUrl, kind: 'indexer.event' }
    const messages = part.map(({ id, eventId }) => ({
      ...{ businessId, projectId, sourceId: id, body: JSON.stringify({ id: eventId }), ...way, ...to },
    }))
    await enqueueMessages(db, messages, new Date())
  }
  const startedAt = performance.now()
  await dispatchWebhooks(workerCtx(), { runMs: 600_000 })
  const perSecond = (count * 1_000) / (performance.now() - startedAt)
  const [row] = await db.execute<{ n: string }>(
    sql`select count(*) as n from indexer_logs where subscription_id = ${subscriptionId} and status = 'delivered'`,
  )
  if (Number(row?.n) !== count) throw new Error(`${row?.n} of ${count} deliveries were recorded`)
  return perSecond
}

const seconds = (ms: number) => (ms / 1_000).toFixed(0)
