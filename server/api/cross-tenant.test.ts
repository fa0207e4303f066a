import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  indexerLogs,
  indexerSubscriptions,
  ipAllowlist,
  lanes,
  transactions,
  wallets,
  webhookEndpoints,
} from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { ENDPOINTS } from '@/server/registry/endpoints'
import { addRpcEndpoint } from '@/server/testing/add-rpc-endpoint'
import { type Caller, newCaller } from '@/server/testing/callers'
import { DOOR_NAMES, openDoors, type Sent } from '@/server/testing/doors'
import { fillTenant } from '@/server/testing/fill-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { operationOf } from './endpoint'

/** Everything a business can name of another one, on every endpoint that takes a name: refused to the letter, and nothing told. */
const FOREIGN_WALLET = 'Unauthorized: Cannot access wallet from other business'
const CHAIN_ID = 84532
const RECIPIENT = '0x00000000000000000000000000000000000000AA'

type Theirs = {
  walletId: string
  address: string
  transactionId: string
  entryId: string
  subscriptionId: string
  logId: string
  endpointId: string
}
type Case = {
  name: string
  operation: string
  call: (theirs: Theirs) => Pick<Sent, 'path' | 'body'>
  expected: [status: number, message: string, code: string, param: string]
}

const transferFrom = (fromAddress: string | number) => ({
  path: '/v1/wallet/transaction',
  body: { fromAddress, toAddress: RECIPIENT, amount: '1', chainType: 'EVM', chainId: CHAIN_ID },
})

const OF_SUBSCRIPTION: [operation: string, after: string, body?: object][] = [
  ['GET /v1/indexer/subscriptions/{id}', ''],
  ['PATCH /v1/indexer/subscriptions/{id}', '', { status: 'paused' }],
  ['DELETE /v1/indexer/subscriptions/{id}', ''],
  ['POST /v1/indexer/subscriptions/{id}/rotate-secret', '/rotate-secret'],
  ['POST /v1/indexer/subscriptions/{id}/test', '/test'],
  ['POST /v1/indexer/subscriptions/{id}/replay', '/replay', { fromBlock: 1 }],
  ['GET /v1/indexer/subscriptions/{id}/replays', '/replays'],
  ['GET /v1/indexer/subscriptions/{id}/replays/{replayId}', `/replays/${v7()}`],
  ['POST /v1/indexer/subscriptions/{id}/replays/{replayId}/cancel', `/replays/${v7()}/cancel`],
]

const OF_LOG: [operation: string, after: string][] = [
  ['GET /v1/indexer/logs/{logId}', ''],
  ['POST /v1/indexer/logs/{logId}/resend', '/resend'],
]

const OF_ENDPOINT: typeof OF_SUBSCRIPTION = [
  ['GET /v1/webhooks/endpoints/{id}', ''],
  ['PATCH /v1/webhooks/endpoints/{id}', '', { status: 'paused' }],
  ['DELETE /v1/webhooks/endpoints/{id}', ''],
  ['POST /v1/webhooks/endpoints/{id}/rotate-secret', '/rotate-secret'],
  ['POST /v1/webhooks/endpoints/{id}/test', '/test'],
]

const CASES: Case[] = [
  ...OF_ENDPOINT.flatMap(([operation, after, body]): Case[] =>
    (['their', 'an unknown'] as const).map((whose) => ({
      name: `${whose} webhook endpoint`,
      operation,
      call: ({ endpointId }) => ({
        path: `/v1/webhooks/endpoints/${whose === 'their' ? endpointId : v7()}${after}`,
        body,
      }),
      expected: [404, 'Webhook endpoint not found', 'webhook_endpoint_not_found', 'id'],
    })),
  ),
  ...OF_LOG.flatMap(([operation, after]): Case[] =>
    (['their', 'an unknown'] as const).map((whose) => ({
      name: `${whose} delivery log`,
      operation,
      call: ({ logId }) => ({ path: `/v1/indexer/logs/${whose === 'their' ? logId : v7()}${after}` }),
      expected: [404, 'Log not found', 'indexer_log_not_found', 'logId'],
    })),
  ),
  ...OF_SUBSCRIPTION.flatMap(([operation, after, body]): Case[] =>
    (['their', 'an unknown'] as const).map((whose) => ({
      name: `${whose} subscription`,
      operation,
      call: ({ subscriptionId }) => ({
        path: `/v1/indexer/subscriptions/${whose === 'their' ? subscriptionId : v7()}${after}`,
        body,
      }),
      expected: [404, 'Subscription not found', 'indexer_subscription_not_found', 'id'],
    })),
  ),
  {
    name: 'their wallet id',
    operation: 'POST /v1/wallet/hd/deactivate/{walletId}',
    call: ({ walletId }) => ({ path: `/v1/wallet/hd/deactivate/${walletId}` }),
    expected: [403, FOREIGN_WALLET, 'wallet_foreign', 'walletId'],
  },
  {
    name: 'an unknown wallet id',
    operation: 'POST /v1/wallet/hd/deactivate/{walletId}',
    call: () => ({ path: `/v1/wallet/hd/deactivate/${v7()}` }),
    expected: [404, 'Wallet not found', 'wallet_not_found', 'walletId'],
  },
  {
    name: 'an index that only they have',
    operation: 'GET /v1/wallet/hd/address-index/{addressIndex}',
    call: () => ({ path: '/v1/wallet/hd/address-index/0?chainType=EVM' }),
    expected: [404, 'Wallet not found', 'wallet_not_found', 'addressIndex'],
  },
  {
    name: 'the balances of an index that only they have',
    operation: 'GET /v1/wallet/hd/address-index/{addressIndex}/balances',
    call: () => ({ path: '/v1/wallet/hd/address-index/0/balances?chainType=EVM' }),
    expected: [404, 'Wallet not found', 'wallet_not_found', 'addressIndex'],
  },
  {
    name: "their wallet's address",
    operation: 'POST /v1/wallet/transaction',
    call: ({ address }) => transferFrom(address),
    expected: [403, FOREIGN_WALLET, 'wallet_foreign', 'fromAddress'],
  },
  {
    name: "their wallet's address in small letters",
    operation: 'POST /v1/wallet/transaction',
    call: ({ address }) => transferFrom(address.toLowerCase()),
    expected: [403, FOREIGN_WALLET, 'wallet_foreign', 'fromAddress'],
  },
  {
    name: 'an address of nobody',
    operation: 'POST /v1/wallet/transaction',
    call: () => transferFrom('0x00000000000000000000000000000000000000bb'),
    expected: [404, 'Wallet not found', 'wallet_not_found', 'fromAddress'],
  },
  {
    name: 'an index that only they have',
    operation: 'POST /v1/wallet/transaction',
    call: () => transferFrom(0),
    expected: [404, 'Wallet not found', 'wallet_not_found', 'fromAddress'],
  },
  {
    name: 'an index that only they have',
    operation: 'POST /v1/wallet/hd/sign',
    call: () => ({
      path: '/v1/wallet/hd/sign',
      body: { chainType: 'EVM', chainId: CHAIN_ID, addressIndex: 0, transaction: { to: RECIPIENT, value: '1' } },
    }),
    expected: [404, 'Wallet not found', 'wallet_not_found', 'addressIndex'],
  },
  {
    name: 'their transaction',
    operation: 'GET /v1/wallet/transaction/{id}',
    call: ({ transactionId }) => ({ path: `/v1/wallet/transaction/${transactionId}` }),
    expected: [404, 'Transaction not found', 'transaction_not_found', 'id'],
  },
  {
    name: 'an unknown transaction',
    operation: 'GET /v1/wallet/transaction/{id}',
    call: () => ({ path: `/v1/wallet/transaction/${v7()}` }),
    expected: [404, 'Transaction not found', 'transaction_not_found', 'id'],
  },
  {
    name: 'their wallet id as a transaction',
    operation: 'GET /v1/wallet/transaction/{id}',
    call: ({ walletId }) => ({ path: `/v1/wallet/transaction/${walletId}` }),
    expected: [404, 'Transaction not found', 'transaction_not_found', 'id'],
  },
  {
    name: 'their allowlist entry',
    operation: 'DELETE /v1/projects/ip-whitelist/{id}',
    call: ({ entryId }) => ({ path: `/v1/projects/ip-whitelist/${entryId}` }),
    expected: [404, 'Whitelisted IP not found', 'ip_not_found', 'id'],
  },
  {
    name: 'an unknown allowlist entry',
    operation: 'DELETE /v1/projects/ip-whitelist/{id}',
    call: () => ({ path: `/v1/projects/ip-whitelist/${v7()}` }),
    expected: [404, 'Whitelisted IP not found', 'ip_not_found', 'id'],
  },
]

/** What lists of a business that has nothing say while the other one has something of each. */
const EMPTY_LISTS: [path: string, data: unknown][] = [
  ['/v1/wallet/hd', expect.objectContaining({ items: [] })],
  ['/v1/wallet/hd/count', { count: 0 }],
  ['/v1/wallet/transaction/history', expect.objectContaining({ items: [] })],
  ['/v1/wallet/deposits', expect.objectContaining({ items: [] })],
  ['/v1/projects/ip-whitelist', []],
  ['/v1/indexer/logs', { data: [], meta: { total: 0, page: 1, limit: 20, totalPages: 1 } }],
  ['/v1/indexer/subscriptions', { data: [], meta: { total: 0, page: 1, limit: 20, totalPages: 1 } }],
  ['/v1/webhooks/endpoints', { data: [], meta: { total: 0, page: 1, limit: 20, totalPages: 1 } }],
]

openDatabase()
let doors: Awaited<ReturnType<typeof openDoors>>
let us: Caller
let them: Caller
let theirs: Theirs
let before: unknown

beforeAll(async () => {
  doors = await openDoors()
  // Never asked: every call below ends before it needs the chain.
  await addRpcEndpoint(CHAIN_ID, 'http://127.0.0.1:1')
  us = await newCaller()
  them = await newCaller()
  theirs = await fillWith(them)
  before = await everythingOf(them)
})
afterAll(async () => {
  await doors.close()
})

async function fillWith({ tenant }: Caller): Promise<Theirs> {
  const { walletId, transactionId } = await fillTenant(tenant)
  const { db } = workerCtx()
  const [wallet] = await db.select().from(wallets).where(eq(wallets.id, walletId))
  const [entry] = await db.select().from(ipAllowlist).where(eq(ipAllowlist.businessId, tenant.businessId))
  const [subscription] = await db
    .select()
    .from(indexerSubscriptions)
    .where(eq(indexerSubscriptions.businessId, tenant.businessId))
  const [log] = await db.select().from(indexerLogs).where(eq(indexerLogs.businessId, tenant.businessId))
  const [hook] = await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.businessId, tenant.businessId))
  if (!wallet || !entry || !subscription || !log || !hook)
    throw new Error('the other business lacks a wallet, an entry, a subscription or a webhook endpoint')
  return {
    walletId,
    transactionId,
    address: wallet.address,
    entryId: entry.id,
    subscriptionId: subscription.id,
    logId: log.id,
    endpointId: hook.id,
  }
}

async function everythingOf({ tenant }: Caller) {
  const { db } = workerCtx()
  const read = (
    table:
      | typeof wallets
      | typeof transactions
      | typeof ipAllowlist
      | typeof lanes
      | typeof indexerSubscriptions
      | typeof webhookEndpoints,
  ) => db.select().from(table).where(eq(table.businessId, tenant.businessId))
  return Promise.all(
    [wallets, transactions, ipAllowlist, lanes, indexerSubscriptions, webhookEndpoints].map((table) => read(table)),
  )
}

describe.each(DOOR_NAMES)('through %s', (doorName) => {
  const send = (sent: Omit<Sent, 'headers'>) => {
    const headers = { authorization: `Bearer ${us.token}`, 'idempotency-key': v7() }
    return doors.open[doorName].send({ ...sent, headers })
  }

  test.each(CASES)(
    '$operation refuses $name',
    async ({ operation, call, expected: [status, message, code, param] }) => {
      const [method = ''] = operation.split(' ')
      const answer = await send({ method, ...call(theirs) })
      // The whole body: nothing beside the text, whatever was named.
      expect([answer.status, answer.body]).toEqual([status, { status: false, message, code, param }])
    },
  )

  test.each(EMPTY_LISTS)('GET %s shows nothing of them', async (path, data) => {
    const answer = await send({ method: 'GET', path })
    expect([answer.status, answer.body.data]).toEqual([200, data])
    const secrets = [...Object.values(theirs), them.tenant.businessId, them.tenant.projectId, them.subject.keyId]
    expect(secrets.filter((secret) => answer.text.includes(secret))).toEqual([])
  })
})

test('they kept everything as it was, and we got nothing', async () => {
  expect(await everythingOf(them)).toEqual(before)
  expect((await everythingOf(us)).flat()).toEqual([])
})

test('every endpoint that takes a name is tried', () => {
  const taking = ENDPOINTS.filter((endpoint) => endpoint.auth === 'liveKey' && endpoint.path.includes('{'))
  const tried = new Set(CASES.map(({ operation }) => operation))
  expect(taking.map(operationOf).filter((operation) => !tried.has(operation))).toEqual([])
})
