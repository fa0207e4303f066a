import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import superjson from 'superjson'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { plans, subscriptions, usageCounts } from '@/db/schema'
import { ENDPOINTS } from '@/registry/endpoints'
import { appRouter } from '@/registry/procedures'
import { inTenant, inWorker } from '@/server/ctx'
import { env } from '@/server/env'
import { signAccessToken } from '@/server/keys/access-token'
import { createApiKey } from '@/server/keys/create-api-key'
import { openDoors } from '@/server/testing/doors'
import { exampleCall } from '@/server/testing/examples'
import { type MutationWorld, newMutationWorld } from '@/server/testing/mutation-world'
import { MUTATION_EXAMPLES } from '@/server/testing/mutations'
import { openDatabase } from '@/server/testing/open-database'
import { callPortal, mutatePortal } from '@/server/testing/portal-caller'
import { flushUsage } from '@/server/usage/flush-usage'
import { meteredEndpoint } from './metered-as'

/**
 * An act of the portal that `/v1` sells is refused in both in the same cases, with the same code. Reads of the portal
 * are not metered: a plan that ended must not hide a business's own wallets, money and tokens. Each of these reads is
 * in a free plan.
 */
const READS: Record<string, string> = {
  'deposits.list': 'listDeposits',
  'indexer.getLog': 'getIndexerLog',
  'indexer.getSubscription': 'getIndexerSubscription',
  'indexer.listEventTypes': 'listEventTypes',
  'indexer.listLogs': 'listIndexerLogs',
  'indexer.listReplays': 'listIndexerReplays',
  'indexer.listSubscriptions': 'listIndexerSubscriptions',
  'ledger.getBalance': 'getBalance',
  'sweeps.get': 'getSweepRule',
  'sweeps.list': 'listSweepRules',
  'tokens.get': 'getToken',
  'tokens.getOperation': 'getTokenOperation',
  'tokens.getYield': 'getTokenYield',
  'tokens.list': 'listTokens',
  'tokens.listHolders': 'listTokenHolders',
  'tokens.listOperations': 'listTokenOperations',
  'tokens.listRegisteredWallets': 'listRegisteredWallets',
  'transactions.get': 'getTransaction',
  'transactions.list': 'listTransactions',
  'wallets.get': 'getWalletByIndex',
  'wallets.getBalances': 'getWalletBalances',
  'wallets.list': 'listWallets',
}

/** Metered by `/v1` alone: the portal has no procedure for it, or none of its own. */
const API_ONLY: Record<string, string> = {
  callContract: 'the Call a contract page calls /v1 itself',
  createTransferBatch: 'the Send a batch page calls /v1 itself',
  signMessage: 'the Sign message form calls /v1 itself',
  signTransaction: 'the portal signs nothing for others',
  readContract: 'the Call a contract page calls /v1 itself',
  countWallets: 'lists of the portal say their total',
  getIndexerReplay: 'the portal lists them',
  removeWallets: 'the portal removes one at a time, as removeWallet',
}

/** Mutations of the areas whose products are sold, which no endpoint does. */
const UNMETERED: Record<string, string> = {
  'tokens.setDocuments': 'names documents of a token, which signs nothing',
  'transactions.cancel': 'ends what was paid for already',
  'transactions.readShared': 'shows what a read-only link is of',
  'transactions.revokeShare': 'ends a read-only link',
  'transactions.share': 'shows what was paid for already',
  'transactions.speedUp': 'ends what was paid for already',
  'wallets.bind': 'narrows who may use a wallet',
  'wallets.fund': 'asks the faucet of the local stack',
}

/** The mutation whose example input a preview takes. */
const ASKED_AS: Record<string, string> = {
  'tokens.preview': 'tokens.issue',
  'transactions.estimate': 'transactions.send',
  'indexer.estimateReplay': 'indexer.createReplay',
}

const described = z.object({ type: z.enum(['query', 'mutation']), middlewares: z.array(z.custom<object>()) })
const procedures = Object.entries(
  z.record(z.string(), z.custom<{ _def: unknown }>()).parse(appRouter._def.procedures),
).map(([path, procedure]) => {
  const { type, middlewares } = described.parse(procedure._def)
  return { path, type, endpoint: meteredEndpoint(middlewares) }
})
const SOLD = procedures.flatMap(({ endpoint, ...procedure }) => (endpoint ? [{ ...procedure, endpoint }] : []))

const CASES = ['no subscription', 'a plan without the capability', 'a quota that is used up'] as const
type Case = (typeof CASES)[number]
const CODES = {
  'no subscription': [402, 'subscription_missing'],
  'a plan without the capability': [403, 'capability_missing'],
  'a quota that is used up': [402, 'quota_exceeded'],
} satisfies Record<Case, [number, string]>

openDatabase()
let doors: Awaited<ReturnType<typeof openDoors>>
const worlds = new Map<Case, { world: MutationWorld; token: string }>()

beforeAll(async () => {
  doors = await openDoors()
  for (const name of CASES) {
    const world = await newMutationWorld('http://127.0.0.1:9')
    await bring(world, name)
    worlds.set(name, { world, token: await tokenOf(world) })
  }
})
afterAll(() => doors.close())

test('each metered endpoint has its procedure, or says why not', () => {
  const metered = ENDPOINTS.filter(({ capability }) => capability !== undefined).map(({ id }) => id)
  const known = [...SOLD.map(({ endpoint }) => endpoint.id), ...Object.values(READS), ...Object.keys(API_ONLY)]
  expect([...new Set(known)].sort()).toEqual([...metered].sort())
})

test('each mutation of a product is metered, or says why not', () => {
  const mutations = procedures.filter(
    ({ path, type }) => type === 'mutation' && /^(wallets|transactions|indexer|tokens)\./.test(path),
  )
  const unmetered = mutations.filter(({ endpoint }) => endpoint === null).map(({ path }) => path)
  expect(unmetered.sort()).toEqual(Object.keys(UNMETERED).sort())
})

describe.each(CASES)('with %s', (name) => {
  const asked = SOLD.filter(({ type }) => type === 'mutation' || name !== 'a quota that is used up')
  test.each(asked)('$path is refused as its endpoint', async ({ path, type, endpoint }) => {
    const { world, token } = worldOf(name)
    const viaApi = await doors.open['the front server'].send(exampleCall(endpoint, token))
    const inPortal = await ask(world, { path, type })
    expect([inPortal.httpStatus, inPortal.reason]).toEqual(CODES[name])
    expect([viaApi.status, viaApi.body.code]).toEqual(CODES[name])
    if (typeof endpoint.capability === 'string') expect(inPortal.message).toBe(viaApi.body.message)
    // The way out: the plans of the product, on both sides.
    expect(inPortal.resolvePath).toMatch(`/projects/${world.projectId}/plans?product=`)
    if (typeof endpoint.capability === 'string')
      expect(viaApi.body.resolveUrl).toBe(env().BASE_URL + inPortal.resolvePath)
  })
})

test.each(Object.keys(READS))('%s is not metered', (path) => {
  expect(procedures.find((procedure) => procedure.path === path)).toEqual({ path, type: 'query', endpoint: null })
})

test.each(['wallets.list', 'deposits.list', 'tokens.list', 'transactions.list', 'ledger.getBalance'])(
  '%s shows without a plan what is there',
  async (path) => {
    const { world } = worldOf('no subscription')
    expect(await ask(world, { path, type: 'query', input: {} })).toEqual({ httpStatus: 200 })
  },
)

test('counts what was done in the portal once, however often it is sent, and nothing of what failed', async () => {
  const world = await newMutationWorld('http://127.0.0.1:9')
  const { owner, projectId } = world
  const key = randomUUID()
  const made = { path: 'wallets.create', input: { projectId, chainType: 'EVM', count: 3, purpose: 'TEST' }, key }
  for (const _ of [1, 2, 3]) expect((await mutatePortal(owner, made)).status).toBe(200)
  const unknown = { path: 'wallets.deactivate', input: { projectId, walletId: randomUUID() }, key: randomUUID() }
  expect((await mutatePortal(owner, unknown)).status).toBe(404)
  expect((await ask(world, { path: 'tokens.simulateMint', type: 'mutation' })).httpStatus).not.toBe(402)
  await flushUsage()
  const rows = await inWorker(({ db }) =>
    db
      .select({ kind: usageCounts.kind, n: usageCounts.n })
      .from(usageCounts)
      .where(and(eq(usageCounts.projectId, projectId), eq(usageCounts.businessId, world.businessId))),
  )
  const counted = rows.filter(({ n }) => Number(n) !== 0).map(({ kind, n }) => [kind, Number(n)])
  expect(Object.fromEntries(counted)).toEqual({ 'api.calls': 1, 'wallets.created': 3 })
})

function worldOf(name: Case) {
  const made = worlds.get(name)
  if (!made) throw new Error(`no world ${name}`)
  return made
}

async function bring({ businessId }: MutationWorld, name: Case): Promise<void> {
  await inWorker(async ({ db }) => {
    const own = await db.select().from(subscriptions).where(eq(subscriptions.businessId, businessId))
    if (name === 'no subscription')
      await db.update(subscriptions).set({ status: 'EXPIRED' }).where(eq(subscriptions.businessId, businessId))
    const change =
      name === 'a plan without the capability'
        ? { capabilities: [] }
        : { planQuotas: [{ name: 'api.calls', limit: 0 }] }
    if (name !== 'no subscription')
      for (const { planId } of own) await db.update(plans).set(change).where(eq(plans.id, planId))
  })
}

async function tokenOf({ businessId, projectId }: MutationWorld): Promise<string> {
  const tenant = { businessId, projectId, actor: { type: 'key', id: randomUUID() }, requestId: randomUUID() } as const
  const { id } = await inTenant(tenant, (ctx) => createApiKey({ ...ctx, projectId }, { environment: 'live' }))
  return signAccessToken({ keyId: id, businessId, projectId, environment: 'live' })
}

const refused = z.object({
  error: z.object({
    json: z.object({
      message: z.string(),
      data: z.object({
        httpStatus: z.number(),
        reason: z.string().nullish(),
        resolvePath: z.string().nullish(),
      }),
    }),
  }),
})

type Refused = { httpStatus: number; message?: string; reason?: string | null; resolvePath?: string | null }

async function ask(
  world: MutationWorld,
  { path, type, input }: { path: string; type: 'query' | 'mutation'; input?: object },
): Promise<Refused> {
  const example = MUTATION_EXAMPLES[ASKED_AS[path] ?? path]
  const call =
    input || !example ? { as: world.owner, input: { projectId: world.projectId, ...input } } : await example(world)
  const sent = superjson.stringify(call.input)
  const answer =
    type === 'mutation'
      ? await mutatePortal(call.as, { path, input: call.input, key: randomUUID() })
      : await callPortal(call.as, { method: 'GET', path: `${path}?input=${encodeURIComponent(sent)}` })
  if (answer.status === 200) return { httpStatus: 200 }
  const { message, data } = refused.parse(JSON.parse(answer.text)).error.json
  return { message, ...data }
}
