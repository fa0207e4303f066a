import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import superjson from 'superjson'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Database } from '@/db/client'
import { priceSources } from '@/db/schema'
import { appRouter } from '@/registry/procedures'
import { forgetChains } from '@/server/chains/registry'
import { callRpc } from '@/server/chains/rpc'
import { type StubMethod, type StubNode, startStubNode } from '@/server/chains/testing/stub-node'
import { inOperator, inTenant, inWorker, workerCtx } from '@/server/ctx'
import { takeNetworkViolations } from '@/server/database/network-guard'
import { ensurePlatformWallets } from '@/server/platform/gas-wallet'
import { answerCall } from '@/server/testing/answer-call'
import { newMutationWorld } from '@/server/testing/mutation-world'
import { MUTATION_EXAMPLES } from '@/server/testing/mutations'
import { newSubjects } from '@/server/testing/new-subjects'
import { openDatabase } from '@/server/testing/open-database'
import { endRecoveries } from '@/server/testing/open-recovery'
import { callPortal, mutatePortal } from '@/server/testing/portal-caller'
import { isLongProof } from '@/server/testing/proof'
import { requireChain } from '@/server/testing/require-chain'
import { TOKEN_EXAMPLES } from '@/server/testing/token-examples'

const CHAIN_ID = 84_532
const procedures = z
  .record(z.string(), z.custom<{ _def: { type: string; meta?: { access: string } } }>())
  .parse(appRouter._def.procedures)
const of = (type: string) => Object.keys(procedures).filter((path) => procedures[path]?._def.type === type)
/** The mutations that call a chain. If none did, this file would prove nothing. */
const ASKING = [
  'chains.addEndpoint',
  'chains.addToken',
  'chains.readFacts',
  'chains.readToken',
  'chains.testEndpoint',
  'indexer.createSubscription',
  'indexer.estimateReplay',
  'indexer.createReplay',
  'payments.addDepositToken',
  'payments.readDepositToken',
  'payments.recoverDeposit',
  'platform.addAssetFactory',
  'platform.enableDelegate',
  'chains.listGasHoldings',
  'platform.listTreasury',
  'prices.findFeed',
  'prices.list',
  'prices.setFeed',
  'tokens.issue',
  'tokens.mint',
  'tokens.payCoupon',
  'tokens.preview',
  'transactions.estimate',
]

/** A request nobody made. */
const MISSING: Record<string, number> = { 'requests.get': 404, 'webhooks.checkSignature': 404 }

const METHODS: Record<string, StubMethod> = Object.fromEntries(
  Object.entries({
    eth_getCode: '0x6001',
    eth_getBalance: '0x1',
    eth_estimateGas: '0x5208',
    eth_gasPrice: '0x1',
    eth_getBlockByNumber: {
      number: '0x64',
      hash: '0x1',
      parentHash: '0x0',
      timestamp: '0x1',
    },
  }).map(([method, answer]) => [method, () => answer]),
)
METHODS.eth_call = answerCall

openDatabase()
let node: StubNode
let world: Awaited<ReturnType<typeof newMutationWorld>>
let subjects: Record<string, unknown>

beforeAll(async () => {
  node = await startStubNode({ chainId: CHAIN_ID, methods: METHODS })
  world = await newMutationWorld(node.url)
  await world.endpoint()
  forgetChains()
  await ensurePlatformWallets()
  const feed = { symbol: 'FED', source: 'feed', feedChainId: CHAIN_ID, feedAddress: `0x${'11'.repeat(20)}` } as const
  await workerCtx()
    .db.insert(priceSources)
    .values({ ...feed, maxAgeSeconds: 60 })
  subjects = await newSubjects(world)
})
afterEach(async () => {
  await endRecoveries()
  node.asked.length = 0
})
afterAll(async () => {
  await node.close()
})

/** Everything a query may ask for; each schema takes what is its own. */
function ask(path: string) {
  const caller = ['support', 'operator'].includes(accessOf(path)) ? world.operator : world.owner
  const input = encodeURIComponent(superjson.stringify({ ...subjects, ...OWN[path] }))
  return callPortal(caller, { method: 'GET', path: `${path}?input=${input}` })
}

function accessOf(path: string): string {
  return procedures[path]?._def.meta?.access ?? 'public'
}

const DAYS = { from: '2026-01-01', to: '2099-12-31' }
const OWN: Record<string, object> = {
  'ledger.getStatement': DAYS,
  'ledger.listStatementLines': { ...DAYS, after: null },
  'ledger.listEntries': { currency: 'NGN', kind: 'suspense' },
  'alarms.list': { state: 'open' },
  'approvals.list': { state: 'pending' },
  'indexer.countFailed': { since: new Date(0) },
  'indexer.estimateReplay': { fromBlock: 0, toBlock: 0 },
  'payments.getDocument': { name: 'invoice' },
  'chains.readToken': { chainId: CHAIN_ID, tokenAddress: `0x${'11'.repeat(20)}` },
  'payments.readDepositToken': { chainId: CHAIN_ID, tokenAddress: `0x${'11'.repeat(20)}` },
  'payments.quote': { request: { purpose: 'SUBSCRIPTION', planId: 1, billingCycle: 'MONTHLY' } },
  'prices.findFeed': { feedChainId: CHAIN_ID, feedAddress: `0x${'11'.repeat(20)}` },
  'policies.get': { scope: 'project' },
  'policies.listChanges': { scope: 'project' },
  'screening.findBlocked': { addresses: [`0x${'11'.repeat(20)}`] },
  'search.list': { text: randomUUID() },
  'search.listOwn': { text: randomUUID() },
  'transactions.getUsualTime': { chainId: CHAIN_ID },
  'transactions.estimate': {
    ...{ fromAddress: 0, toAddress: `0x${'11'.repeat(20)}`, amount: '1', chainType: 'EVM', chainId: CHAIN_ID },
  },
  'views.list': { list: 'transactions' },
  'tokens.preview': TOKEN_EXAMPLES['POST /v1/tokens']?.body ?? {},
  'webhooks.checkSignature': { attempt: 1 },
  'webhooks.countFailed': { since: new Date(0) },
}

test('a call of a chain inside a transaction is refused and remembered, and free after it', async () => {
  const chain = await requireChain()
  const inside = inWorker(() => callRpc(chain, 'eth_blockNumber', []).catch(() => 'swallowed'))
  expect(await inside).toBe('swallowed')
  expect(takeNetworkViolations()).toEqual(['a call of a chain'])
  expect(node.asked).toEqual([])
  expect(await callRpc(chain, 'eth_blockNumber', [])).toBe('0x64')
  expect(takeNetworkViolations()).toEqual([])
})

test.each(of('query'))('%s asks no chain while it holds a transaction', async (path) => {
  const { status, text } = await ask(path)
  expect({ path, status, text: status === 200 ? '' : text }).toEqual({
    path,
    status: MISSING[path] ?? 200,
    text: expect.any(String),
  })
  expect(takeNetworkViolations()).toEqual([])
  if (ASKING.includes(path)) expect(node.asked.length).toBeGreaterThan(0)
})

/** The world of mutations that leave it usable. */
let shared: typeof world | undefined

/** One mutation by a person of that world, as its example says. */
async function mutate(path: string, inside: typeof world): Promise<number> {
  const example = MUTATION_EXAMPLES[path]
  if (!example) throw new Error(`add ${path} to server/testing/mutations.ts`)
  const { as, input } = await example(inside)
  const { status } = await mutatePortal(as, { path, input, key: randomUUID() })
  return status
}

/**
 * In the world that the mutations before left, where the example succeeds there; else, and under `PROOF=long` at once,
 * in a new one.
 */
async function mutateAnyway(path: string): Promise<void> {
  const isAlone = isLongProof || ASKING.includes(path)
  const status = shared === undefined || isAlone ? 0 : await mutate(path, shared).catch(() => 0)
  if (status === 200) return
  shared = await newMutationWorld(node.url)
  await mutate(path, shared)
}

test.each(of('mutation'))('%s asks no chain while it holds a transaction', async (path) => {
  await mutateAnyway(path)
  expect(takeNetworkViolations()).toEqual([])
  if (ASKING.includes(path)) expect(node.asked.length).toBeGreaterThan(0)
})

test('queries are answered while every connection for transactions is taken', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const actor = { type: 'system', id: 'test' } as const
  const tenant = { businessId: world.businessId, projectId: world.projectId, actor, requestId: randomUUID() }
  const held: Promise<void>[] = []
  const hold = (enter: (work: (ctx: { db: Database }) => Promise<void>) => Promise<void>) =>
    new Promise<void>((resolve) => {
      const keep = async ({ db }: { db: Database }) => {
        await db.execute(sql`select 1`)
        resolve()
        await released
      }
      // More than there are connections: who comes later waits behind them.
      for (let count = 0; count < 100; count++) held.push(enter(keep))
    })
  await Promise.all([
    hold((work) => inTenant(tenant, work)),
    hold((work) => inOperator({ actor, requestId: randomUUID() }, work)),
  ])
  for (const path of of('query')) expect.soft([path, (await ask(path)).status]).toEqual([path, MISSING[path] ?? 200])
  release()
  await Promise.all(held)
})
