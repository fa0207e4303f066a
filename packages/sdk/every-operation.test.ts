import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ENDPOINTS } from '@/registry/endpoints'
import { requireDocumented } from '@/server/testing/against-document'
import { newCaller } from '@/server/testing/callers'
import { openDoors } from '@/server/testing/doors'
import { exampleOf } from '@/server/testing/examples'
import { openDatabase } from '@/server/testing/open-database'
import { createClient, type KnownErrorCode, NotFoundError, type OperationName } from './src/index'

openDatabase()
let doors: Awaited<ReturnType<typeof openDoors>>
let client: ReturnType<typeof createClient>
const asked: { method: string; path: string; hasKey: boolean }[] = []

beforeAll(async () => {
  doors = await openDoors()
})
// One operation may shut out the next: it allows an address, or ends a key.
beforeEach(async () => {
  const { apiKey, token } = await newCaller()
  // More tokens than the token endpoint gives to one address.
  const kept = { accessToken: token, expiresAt: Date.now() + 600_000 }
  const options = { apiKey, baseUrl: doors.baseUrl, fetch: watched, maxRetries: 0 }
  client = createClient({ ...options, tokenStore: { get: () => kept, set: () => {} } })
})
afterAll(() => doors.close())

/** The platform's fetch, which notes what was asked and checks the answer against the document. */
async function watched(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { pathname: path } = new URL(String(input))
  const headers = new Headers(init?.headers)
  const method = init?.method ?? 'GET'
  const response = await fetch(input, init)
  if (path !== '/v1/oauth/token') asked.push({ method, path, hasKey: headers.has('idempotency-key') })
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('application/json')) {
    const body: unknown = await response.clone().json()
    requireDocumented({ method, path, status: response.status, headers: response.headers, body })
  }
  return response
}

/** Bodies of public operations, which need no identity. */
const PUBLIC: Partial<Record<string, object>> = {
  getJwks: {},
  getOAuthMetadata: {},
  listPlansOfProduct: { productId: 1 },
  receiveProviderWebhook: { provider: 'nobody' },
}
/** The operations that a new business cannot complete, by the code that refuses them. All others succeed. */
const REFUSED = {
  wallet_not_found: ['updateWallet', 'getWalletByIndex', 'getWalletBalances', 'deactivateWallet', 'signMessage'],
  chain_unavailable: [
    'createTransfer',
    'createSweepRule',
    'estimateTransfer',
    'signTransaction',
    'callContract',
    'readContract',
    'createIndexerSubscription',
    'issueToken',
  ],
  sweep_rule_not_found: ['getSweepRule', 'updateSweepRule', 'deleteSweepRule'],
  blocked_address_not_found: ['unblockAddress'],
  transaction_not_found: ['cancelTransaction', 'speedUpTransaction', 'getTransaction'],
  provider_unknown: ['receiveProviderWebhook'],
  payment_not_found: ['getPayment'],
  subscription_not_found: ['listPaymentsOfSubscription', 'cancelSubscription', 'setAutoRenew'],
  indexer_subscription_not_found: [
    'getIndexerSubscription',
    'updateIndexerSubscription',
    'deleteIndexerSubscription',
    'rotateIndexerSecret',
    'testIndexerSubscription',
    'recoverIndexerSubscription',
    'createIndexerReplay',
    'listIndexerReplays',
    'getIndexerReplay',
    'cancelIndexerReplay',
  ],
  indexer_log_not_found: ['getIndexerLog', 'resendIndexerLog'],
  token_not_found: [
    'getToken',
    'mintToken',
    'burnToken',
    'transferToken',
    'pauseToken',
    'unpauseToken',
    'listTokenHolders',
    'listRegisteredWallets',
    'registerWallets',
    'removeWallets',
    'freezeWallet',
    'removeWallet',
    'getTokenYield',
    'payCoupon',
    'callToken',
    'listTokenOperations',
    'getTokenOperation',
  ],
  webhook_endpoint_not_found: [
    'getWebhookEndpoint',
    'updateWebhookEndpoint',
    'deleteWebhookEndpoint',
    'rotateWebhookEndpointSecret',
    'testWebhookEndpoint',
    'recoverWebhookEndpoint',
  ],
  ip_not_found: ['removeAllowedIpAddress'],
} satisfies Partial<Record<KnownErrorCode, readonly OperationName[]>>
const codeOf = new Map(Object.entries(REFUSED).flatMap(([code, ids]) => ids.map((id): [string, string] => [id, code])))

const JSON_ENDPOINTS = ENDPOINTS.filter(({ id }) => id !== 'createToken' && id !== 'streamEvents')

test.each(JSON_ENDPOINTS.map((endpoint) => [endpoint.id, endpoint] as const))('%s', async (id, endpoint) => {
  asked.length = 0
  const { params, body } = PUBLIC[id] ? { params: PUBLIC[id], body: {} } : exampleOf(endpoint)
  const call = client.call as (name: string, input: object) => Promise<{ status: number; data: unknown }>
  const refusal = codeOf.get(id)
  if (refusal === undefined) {
    const answer = await call(id, { ...params, ...body })
    expect(endpoint.replies[answer.status]?.safeParse(answer.data).success).toBe(true)
  } else {
    const error = await call(id, { ...params, ...body }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(NotFoundError)
    expect(error).toMatchObject({ status: 404, code: refusal, requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) })
  }
  const pattern = new RegExp(`^${endpoint.path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`)
  expect(asked).toEqual([
    { method: endpoint.method, path: expect.stringMatching(pattern), hasKey: endpoint.idempotent !== undefined },
  ])
})

test('createToken', async () => {
  const { apiKey } = await newCaller()
  const own = createClient({ apiKey, baseUrl: doors.baseUrl, scopes: ['wallet:read'] })
  expect(await own.createToken({ grant_type: 'client_credentials', client_secret: apiKey })).toMatchObject({
    token_type: 'Bearer',
  })
  expect(await own.countWallets()).toEqual({ count: 0 })
  await expect(own.createWallets({ chainType: 'EVM' })).rejects.toMatchObject({ code: 'scope_missing', status: 403 })
  const unknown = createClient({ apiKey: `${apiKey.slice(0, -4)}aaaa`, baseUrl: doors.baseUrl })
  await expect(unknown.countWallets()).rejects.toMatchObject({ name: 'AuthenticationError', code: 'invalid_client' })
})

test('every refusal that is expected is of an operation that exists', () => {
  const ids = ENDPOINTS.map(({ id }) => id)
  expect([...codeOf.keys()].filter((id) => !ids.includes(id))).toEqual([])
})

test('every operation is a method', () => {
  for (const { id } of ENDPOINTS) expect(typeof client[id as OperationName]).toBe('function')
})

test('wallets are made, listed to the last one and a transfer is refused with its cause', async () => {
  const made = await client.createWallets({ chainType: 'EVM', purpose: 'SDK', count: 3 })
  const indexes: number[] = []
  for await (const wallet of client.listWallets({ pageSize: 1 })) indexes.push(wallet.addressIndex)
  expect(indexes.sort()).toEqual(made.map(({ addressIndex }) => addressIndex).sort())
  const transfer = { fromAddress: 0, toAddress: '0x000000000000000000000000000000000000dEaD', amount: '1' }
  const error = await client
    .createTransfer({ ...transfer, chainType: 'EVM', chainId: 424_242 })
    .catch((thrown) => thrown)
  expect(error).toMatchObject({ name: 'NotFoundError', code: 'chain_unavailable', param: 'chainId' })
})

test('one key, one effect: a call that is made again with its key gets the first answer', async () => {
  const input = { chainType: 'EVM', purpose: 'SDK' } as const
  const [first, second] = await Promise.all(
    [1, 2].map(() => client.call('createWallets', input, { idempotencyKey: 'sdk-once' })),
  )
  expect(second?.data).toEqual(first?.data)
  expect([first?.isReplay, second?.isReplay].sort()).toEqual([false, true])
})
