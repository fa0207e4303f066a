import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditLog, indexerSubscriptions, projects } from '@/db/schema'
import { forgetChains } from '@/server/chains/registry'
import { type StubNode, startStubNode } from '@/server/chains/testing/stub-node'
import { workerCtx } from '@/server/ctx'
import { unsealSecret } from '@/server/custody/secrets'
import { indexerSubscriptionPage, indexerSubscriptionView, newIndexerSubscriptionView } from '@/server/indexer/contract'
import { addRpcEndpoint } from '@/server/testing/add-rpc-endpoint'
import { openDatabase } from '@/server/testing/open-database'
import { type WalletClient, walletClient } from '@/server/testing/wallet-client'
import { signIndexer } from '@/server/webhooks/sign-indexer'
import { signingUse } from './new-signing-secret'

const PATH = '/v1/indexer/subscriptions'
const CONTRACT = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const BODY = {
  network: 'BASE',
  contractAddress: CONTRACT,
  webhookUrl: 'http://127.0.0.1:9/hooks',
  events: ['transfer', 'event Staked(address indexed user, uint256 amount)'],
}

openDatabase()
let nodes: StubNode[]
let client: WalletClient
beforeAll(async () => {
  const served = [8_453, 84_532, 1, 11_155_111, 4_202]
  nodes = await Promise.all(served.map((chainId) => startStubNode({ chainId, head: 41n })))
  for (const [n, chainId] of served.entries()) await addRpcEndpoint(chainId, nodes[n]?.url ?? '')
  const solana = await startStubNode({ methods: { getGenesisHash: () => 'local', getSlot: () => 900 } })
  nodes.push(solana)
  await addRpcEndpoint(103, solana.url)
  forgetChains()
})
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()))
})
beforeEach(async () => {
  client = await walletClient()
})

const create = async (who: WalletClient, changes: object = {}) => {
  const answer = await who.post(PATH, { ...BODY, ...changes })
  expect(answer).toMatchObject({ code: 201, status: true })
  return newIndexerSubscriptionView.strict().parse(answer.data)
}
const rowOf = async (id: string) => {
  const [row] = await workerCtx().db.select().from(indexerSubscriptions).where(eq(indexerSubscriptions.id, id))
  if (!row) throw new Error('the subscription is not stored')
  return row
}
const actionsOf = async ({ businessId }: WalletClient) => {
  const rows = await workerCtx()
    .db.select()
    .from(auditLog)
    .where(eq(auditLog.businessId, businessId))
    .orderBy(auditLog.seq)
  return rows.map(({ action }) => action).filter((action) => action.startsWith('indexer'))
}

describe('a new subscription', () => {
  test('answers what it is and, this once, its secret', async () => {
    const { signingSecret, secretWarning, ...made } = await create(client)
    expect(signingSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(secretWarning).toContain('not shown again')
    expect(made).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      projectId: client.tenant.projectId,
      network: 'BASE',
      chainId: 8_453,
      contractAddress: CONTRACT,
      webhookUrl: BODY.webhookUrl,
      events: BODY.events,
      status: 'active',
      createdBy: expect.any(String),
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      lastDeliveryAt: null,
      deliveredCount: 0,
      failedCount: 0,
      droppedCount: 0,
    })
    const again = await client.get(`${PATH}/${made.id}`)
    expect(indexerSubscriptionView.strict().parse(again.data)).toEqual(made)
  })

  test('begins with the block after the head', async () => {
    expect((await rowOf((await create(client)).id)).fromBlock).toBe(42n)
    const onSolana = await create(client, { network: 'SOL', contractAddress: MINT, events: ['mint', 'burn'] })
    expect(onSolana).toMatchObject({ network: 'SOL', chainId: 103, contractAddress: MINT })
    expect((await rowOf(onSolana.id)).fromBlock).toBe(901n)
  })

  test('stores its secret sealed: what opens is the text a receiver hands to its HMAC', async () => {
    const { id, signingSecret } = await create(client)
    const row = await rowOf(id)
    expect(Buffer.from(row.secretSealed).includes(signingSecret)).toBe(false)
    const key = await unsealSecret(signingUse(id), row.secretSealed)
    const message = { id: 'm', timestamp: 1_700_000_000, body: '{}' }
    const theirs = createHmac('sha256', signingSecret).update('1700000000.{}').digest('hex')
    expect(signIndexer([key], message)['x-indexer-signature']).toBe(`t=1700000000,v1=${theirs}`)
    await expect(unsealSecret(signingUse(v7()), row.secretSealed)).rejects.toThrow()
  })

  test('stores an address in its one form', async () => {
    expect(await create(client, { contractAddress: CONTRACT.toLowerCase() })).toMatchObject({
      contractAddress: CONTRACT,
    })
  })
})

describe('a network', () => {
  test.each([
    ['BASE', undefined, 8_453],
    ['BASE', 84_532, 84_532],
    ['ETH', undefined, 1],
    // No mainnet of it is served here.
    ['LISK', undefined, 4_202],
  ])('%s with chainId %s is the chain %s', async (network, chainId, expected) => {
    expect(await create(client, { network, chainId })).toMatchObject({ network, chainId: expected })
  })

  test('of a project that is limited to testnets is its testnet, and a mainnet is refused', async () => {
    await workerCtx().db.update(projects).set({ testnetsOnly: true }).where(eq(projects.id, client.tenant.projectId))
    expect(await create(client)).toMatchObject({ chainId: 84_532 })
    const refused = await client.post(PATH, { ...BODY, chainId: 8_453 })
    expect(refused).toMatchObject({ code: 403, refusal: 'testnets_only', param: 'chainId' })
  })

  test.each([
    [{ network: 'ATC' }, 'network'],
    [{ network: 'BASE', chainId: 999_999 }, 'chainId'],
  ])('%j that is not served is not found', async (changes, param) => {
    const answer = await client.post(PATH, { ...BODY, ...changes })
    expect(answer).toMatchObject({ code: 404, message: 'No active RPC config found for chain', param })
  })

  test('whose chain does not answer is unavailable, and nothing is stored', async () => {
    const node = nodes[4]
    if (!node) throw new Error('no node')
    node.mode = 'reset'
    const answer = await client.post(PATH, { ...BODY, network: 'LISK' })
    node.mode = 'well'
    expect(answer).toMatchObject({ code: 503, refusal: 'chain_unreachable' })
    expect((await client.get(PATH)).data).toMatchObject({ data: [] })
  })

  test('has a capability of its own', async () => {
    const evm = await walletClient({ capabilities: ['indexer.subscribe.evm'] })
    await create(evm)
    const onSolana = { ...BODY, network: 'SOL', contractAddress: MINT, events: ['mint'] }
    expect(await evm.post(PATH, onSolana)).toMatchObject({
      code: 403,
      message: 'Missing required capability: indexer.subscribe.solana',
    })
    const solana = await walletClient({ capabilities: ['indexer.subscribe.solana'] })
    expect((await solana.post(PATH, onSolana)).code).toBe(201)
    expect(await solana.post(PATH, BODY)).toMatchObject({
      code: 403,
      message: 'Missing required capability: indexer.subscribe.evm',
    })
  })
})

describe('a change', () => {
  test('concerns what is named and nothing else, and shows no secret', async () => {
    const { signingSecret, secretWarning, ...made } = await create(client)
    const path = `${PATH}/${made.id}`
    const paused = await client.patch(path, { status: 'paused' })
    expect(paused.code).toBe(200)
    const view = indexerSubscriptionView.strict().parse(paused.data)
    expect(view).toEqual({ ...made, status: 'paused', updatedAt: view.updatedAt })
    expect(await rowOf(made.id)).toMatchObject({ pausedBecause: 'asked' })
    const moved = { webhookUrl: 'http://127.0.0.1:9/other', events: ['burn'], status: 'active' }
    expect((await client.patch(path, moved)).data).toMatchObject({ ...moved, contractAddress: CONTRACT })
    expect(await rowOf(made.id)).toMatchObject({ pausedBecause: null })
    expect((await client.get(path)).data).toMatchObject(moved)
    expect(await actionsOf(client)).toEqual([
      'indexer-subscription.created',
      'indexer-subscription.updated',
      'indexer-subscription.updated',
    ])
  })

  test.each([
    [{}, 'body: give at least one of webhookUrl, events and status'],
    [{ status: 'ended' }, 'status: '],
    [{ events: [] }, 'events: '],
    [{ events: ['transfers'] }, 'events.0: is neither a key of the catalog'],
    [{ webhookUrl: 'ftp://example.com' }, 'webhookUrl: '],
    [{ webhookUrl: 'http://169.254.169.254/' }, 'webhookUrl: '],
    [{ network: 'ETH' }, 'network: unknown field'],
    [{ signingSecret: 'mine' }, 'signingSecret: unknown field'],
  ])('to %j is refused and changes nothing', async (patch, error) => {
    const { id } = await create(client)
    const before = await rowOf(id)
    const answer = await client.patch(`${PATH}/${id}`, patch)
    expect(answer).toMatchObject({ code: 400, message: 'Validation failed' })
    expect(answer.errors?.join()).toContain(error)
    expect(await rowOf(id)).toEqual(before)
  })

  test('to events that Solana does not have is refused', async () => {
    const { id } = await create(client, { network: 'SOL', contractAddress: MINT, events: ['mint'] })
    const answer = await client.patch(`${PATH}/${id}`, { events: ['mint', 'swap'] })
    expect(answer).toMatchObject({ code: 400, errors: ['events.1: Solana has mint, burn, transfer'] })
    expect((await client.patch(`${PATH}/${id}`, { events: ['burn'] })).code).toBe(200)
  })
})

test('rotating answers a new secret; the one before opens for a day', async () => {
  const { id, signingSecret } = await create(client)
  const rotated = newIndexerSubscriptionView.strict().parse((await client.post(`${PATH}/${id}/rotate-secret`)).data)
  expect(rotated.id).toBe(id)
  expect(rotated.signingSecret).not.toBe(signingSecret)
  const row = await rowOf(id)
  const opened = async (sealed: Uint8Array | null) =>
    Buffer.from(await unsealSecret(signingUse(id), sealed ?? new Uint8Array())).toString()
  expect(await opened(row.secretSealed)).toBe(rotated.signingSecret)
  expect(await opened(row.secretPreviousSealed)).toBe(signingSecret)
  const overlapMs = (row.secretPreviousUntil?.getTime() ?? 0) - row.updatedAt.getTime()
  expect(Math.abs(overlapMs - 24 * 3_600_000)).toBeLessThan(60_000)
  expect(row.secretVersion).toBe(2)
  expect(await actionsOf(client)).toContain('indexer-subscription.secret-rotated')
})

test('what was deleted is found no more, and stays for its logs', async () => {
  const { id } = await create(client)
  expect(await client.delete(`${PATH}/${id}`)).toMatchObject({ code: 200, data: null })
  const gone = { code: 404, message: 'Subscription not found', refusal: 'indexer_subscription_not_found', param: 'id' }
  expect(await client.get(`${PATH}/${id}`)).toMatchObject(gone)
  expect(await client.delete(`${PATH}/${id}`)).toMatchObject(gone)
  expect(await client.patch(`${PATH}/${id}`, { status: 'active' })).toMatchObject(gone)
  expect(await client.post(`${PATH}/${id}/rotate-secret`)).toMatchObject(gone)
  expect((await client.get(PATH)).data).toMatchObject({ data: [], meta: { total: 0 } })
  expect(await rowOf(id)).toMatchObject({ deletedAt: expect.any(Date) })
  expect(await actionsOf(client)).toContain('indexer-subscription.deleted')
})

test.each(['nonsense', '%00', "1';drop table wallets;--", '../events', v7()])(
  'names no subscription: %s',
  async (id) => {
    const answer = await client.get(`${PATH}/${encodeURIComponent(id)}`)
    expect(answer).toMatchObject({ code: id === '%00' ? expect.any(Number) : 404, status: false })
    expect([400, 404]).toContain(answer.code)
  },
)

test('the list is of the project, newest first, by pages, network and status', async () => {
  const first = await create(client)
  const second = await create(client, { network: 'ETH' })
  const third = await create(client)
  await client.patch(`${PATH}/${third.id}`, { status: 'paused' })
  // Of the same business.
  await create(await walletClient({ businessId: client.businessId }))
  const idsOf = async (query: string) => {
    const { data, meta } = indexerSubscriptionPage.parse((await client.get(`${PATH}${query}`)).data)
    return { ids: data.map(({ id }) => id), ...meta }
  }
  expect(await idsOf('')).toEqual({ ids: [third.id, second.id, first.id], total: 3, page: 1, limit: 20, totalPages: 1 })
  expect(await idsOf('?limit=2&page=2')).toEqual({ ids: [first.id], total: 3, page: 2, limit: 2, totalPages: 2 })
  expect(await idsOf('?limit=2&page=3')).toMatchObject({ ids: [], total: 3 })
  expect(await idsOf('?network=ETH')).toMatchObject({ ids: [second.id], total: 1 })
  expect(await idsOf('?status=paused')).toMatchObject({ ids: [third.id], total: 1 })
})

test.each([
  'page=0',
  'limit=0',
  'limit=201',
  'page=1e1',
  'network=base',
  'network=TRON',
  'status=ACTIVE',
  'size=3',
  'page=1&page=2',
])('refuses the list with %s', async (query) => {
  expect(await client.get(`${PATH}?${query}`)).toMatchObject({ code: 400, message: 'Validation failed' })
})

test.each([
  [{ network: 'TRON' }, 'network: '],
  [{ network: 'base' }, 'network: '],
  [{ network: undefined }, 'network: network is required'],
  [{ contractAddress: '0x1' }, 'contractAddress: must be an EVM address'],
  [{ contractAddress: '0x036CbD53842c5426634e7929541eC2318f3dCF7E' }, 'contractAddress: must be an EVM address'],
  [{ contractAddress: MINT }, 'contractAddress: must be an EVM address'],
  [{ network: 'SOL', events: ['mint'] }, 'contractAddress: must be a Solana address'],
  [{ network: 'SOL', contractAddress: MINT, events: ['approval'] }, 'events.0: Solana has'],
  [{ network: 'SOL', contractAddress: MINT, events: ['event Minted(uint256 n)'] }, 'events.0: Solana has'],
  [{ events: [] }, 'events: '],
  [{ events: 'transfer' }, 'events: '],
  [{ events: ['transfer', 'mint', 'transfer'] }, 'events.2: is there twice'],
  [{ events: ['Transfer'] }, 'events.0: is neither a key of the catalog'],
  [{ events: ['event Paid(uint8[0][] nothing)'] }, 'events.0: '],
  [{ events: ['event Paid(uint256 a\u0000)'] }, ''],
  [{ events: Array.from({ length: 51 }, (_, n) => `event E${n}()`) }, 'events: '],
  [{ chainId: 1 }, 'chainId: chain 1 is not of BASE'],
  [{ chainId: -1 }, 'chainId: '],
  [{ webhookUrl: 'http://example.com/' }, 'webhookUrl: must use https'],
  [{ webhookUrl: 'https://user:word@example.com/' }, 'webhookUrl: must not carry a user name'],
  [{ webhookUrl: 'https://169.254.169.254/' }, 'webhookUrl: must name a host'],
  [{ webhookUrl: 'https://metadata.internal/' }, 'webhookUrl: must be a public host'],
  [{ webhookUrl: `https://example.com/${'a'.repeat(2_048)}` }, 'webhookUrl: '],
  [{ secret: 'mine' }, 'secret: unknown field'],
])('a body with %j is refused, and nothing is stored', async (changes, error) => {
  const answer = await client.post(PATH, { ...BODY, ...changes })
  expect(answer).toMatchObject({ code: 400, status: false })
  if (error) expect(answer.errors?.join()).toContain(error)
  expect((await client.get(PATH)).data).toMatchObject({ meta: { total: 0 } })
})

test('each operation keeps to its scope and capability', async () => {
  const reader = await walletClient({ scope: 'indexer:read' })
  expect((await reader.get(PATH)).code).toBe(200)
  expect(await reader.post(PATH, BODY)).toMatchObject({ code: 403, message: 'Insufficient scope: indexer:write' })
  const narrow = await walletClient({ capabilities: ['indexer.subscribe.evm'] })
  const { id } = await create(narrow)
  const missing = { code: 403, message: 'Missing required capability: indexer.subscription.update' }
  expect(await narrow.get(PATH)).toMatchObject(missing)
  expect(await narrow.patch(`${PATH}/${id}`, { status: 'paused' })).toMatchObject(missing)
  expect(await narrow.delete(`${PATH}/${id}`)).toMatchObject(missing)
})
