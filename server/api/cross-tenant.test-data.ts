import { v7 } from 'uuid'
import { expect } from 'vitest'
import type { Sent } from '@/server/testing/doors'
import { TOKEN_EXAMPLES } from '@/server/testing/token-examples'
import { TOKEN_OPERATIONS } from './token-operations.test-data'

const FOREIGN_WALLET = 'Unauthorized: Cannot access wallet from other business'
export const CHAIN_ID = 84532
const RECIPIENT = '0x00000000000000000000000000000000000000AA'

export type Theirs = {
  walletId: string
  address: string
  transactionId: string
  entryId: string
  subscriptionId: string
  logId: string
  endpointId: string
  blockedAddressId: string
  ruleId: string
  paymentId: string
  planSubscriptionId: string
  tokenId: string
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

const estimateFrom = (fromAddress: string | number) => ({
  ...transferFrom(fromAddress),
  path: '/v1/wallet/transaction/estimate',
})

const OF_SUBSCRIPTION: [operation: string, after: string, body?: object][] = [
  ['GET /v1/indexer/subscriptions/{id}', ''],
  ['PATCH /v1/indexer/subscriptions/{id}', '', { status: 'paused' }],
  ['DELETE /v1/indexer/subscriptions/{id}', ''],
  ['POST /v1/indexer/subscriptions/{id}/rotate-secret', '/rotate-secret'],
  ['POST /v1/indexer/subscriptions/{id}/test', '/test'],
  ['POST /v1/indexer/subscriptions/{id}/recover', '/recover', { since: '2026-11-21T00:00:00Z' }],
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
  ['POST /v1/webhooks/endpoints/{id}/recover', '/recover', { since: '2026-11-21T00:00:00Z' }],
]

const OF_SWEEP_RULE: typeof OF_SUBSCRIPTION = [
  ['GET /v1/wallet/sweeps/{id}', ''],
  ['PATCH /v1/wallet/sweeps/{id}', '', { status: 'PAUSED' }],
  ['DELETE /v1/wallet/sweeps/{id}', ''],
]

/** Everything a business can name of another one, on every endpoint that takes a name, and how it is refused. */
export const CASES: Case[] = [
  ...OF_SWEEP_RULE.flatMap(([operation, after, body]): Case[] =>
    (['their', 'an unknown'] as const).map((whose) => ({
      name: `${whose} sweep rule`,
      operation,
      call: ({ ruleId }) => ({ path: `/v1/wallet/sweeps/${whose === 'their' ? ruleId : v7()}${after}`, body }),
      expected: [404, 'Sweep rule not found', 'sweep_rule_not_found', 'id'],
    })),
  ),
  {
    name: 'their wallet as the target of a sweep rule',
    operation: 'POST /v1/wallet/sweeps',
    call: ({ address }) => ({
      path: '/v1/wallet/sweeps',
      body: { chainId: CHAIN_ID, toAddress: address, threshold: '1' },
    }),
    expected: [403, FOREIGN_WALLET, 'wallet_foreign', 'toAddress'],
  },
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
  ...(['their', 'an unknown'] as const).flatMap((whose): Case[] => {
    const idOf = (id: string) => (whose === 'their' ? id : v7())
    const missing = (param: string): Case['expected'] => [
      404,
      'Subscription not found',
      'subscription_not_found',
      param,
    ]
    return [
      {
        name: `${whose} payment`,
        operation: 'GET /v1/payments/{id}',
        call: ({ paymentId }) => ({ path: `/v1/payments/${idOf(paymentId)}` }),
        expected: [404, 'Payment not found', 'payment_not_found', 'id'],
      },
      {
        name: `${whose} subscription`,
        operation: 'GET /v1/payments/subscription/{subscriptionId}',
        call: ({ planSubscriptionId: id }) => ({ path: `/v1/payments/subscription/${idOf(id)}` }),
        expected: missing('subscriptionId'),
      },
      {
        name: `${whose} subscription`,
        operation: 'POST /v1/subscriptions/{id}/cancel',
        call: ({ planSubscriptionId: id }) => ({ path: `/v1/subscriptions/${idOf(id)}/cancel` }),
        expected: missing('id'),
      },
      {
        name: `${whose} subscription`,
        operation: 'POST /v1/subscriptions/{id}/auto-renew',
        call: ({ planSubscriptionId: id }) => ({
          path: `/v1/subscriptions/${idOf(id)}/auto-renew`,
          body: { autoRenew: true },
        }),
        expected: missing('id'),
      },
    ]
  }),
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
  ...TOKEN_OPERATIONS.flatMap(([operation, after, body]): Case[] =>
    (['their', 'an unknown'] as const).map((whose) => ({
      name: `${whose} token`,
      operation,
      call: ({ tokenId }) => ({ path: `/v1/tokens/${whose === 'their' ? tokenId : v7()}${after}`, body }),
      expected: [404, 'Token not found', 'token_not_found', 'id'],
    })),
  ),
  {
    name: "their wallet as a token's admin",
    operation: 'POST /v1/tokens',
    call: ({ address }) => ({
      path: '/v1/tokens',
      body: { ...TOKEN_EXAMPLES['POST /v1/tokens']?.body, tokenAdmin: address },
    }),
    expected: [403, FOREIGN_WALLET, 'wallet_foreign', 'tokenAdmin'],
  },
  {
    name: 'their wallet id',
    operation: 'POST /v1/wallet/hd/deactivate/{walletId}',
    call: ({ walletId }) => ({ path: `/v1/wallet/hd/deactivate/${walletId}` }),
    expected: [403, FOREIGN_WALLET, 'wallet_foreign', 'walletId'],
  },
  {
    name: 'their wallet id',
    operation: 'PATCH /v1/wallet/hd/{id}',
    call: ({ walletId }) => ({ path: `/v1/wallet/hd/${walletId}`, body: { label: 'mine' } }),
    expected: [403, FOREIGN_WALLET, 'wallet_foreign', 'id'],
  },
  {
    name: 'an unknown wallet id',
    operation: 'PATCH /v1/wallet/hd/{id}',
    call: () => ({ path: `/v1/wallet/hd/${v7()}`, body: { label: 'mine' } }),
    expected: [404, 'Wallet not found', 'wallet_not_found', 'id'],
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
    name: 'an estimate from an index that only they have',
    operation: 'POST /v1/wallet/transaction/estimate',
    call: () => estimateFrom(0),
    expected: [404, 'Wallet not found', 'wallet_not_found', 'fromAddress'],
  },
  {
    name: 'an estimate from their wallet',
    operation: 'POST /v1/wallet/transaction/estimate',
    call: ({ address }) => estimateFrom(address),
    expected: [403, FOREIGN_WALLET, 'wallet_foreign', 'fromAddress'],
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
    name: 'a contract call from an index that only they have',
    operation: 'POST /v1/wallet/contract/call',
    call: () => ({
      path: '/v1/wallet/contract/call',
      body: { addressIndex: 0, chainId: CHAIN_ID, to: RECIPIENT, function: 'function poke()' },
    }),
    expected: [404, 'Wallet not found', 'wallet_not_found', 'addressIndex'],
  },
  {
    name: 'a message for an index that only they have',
    operation: 'POST /v1/wallet/hd/sign-message',
    call: () => ({ path: '/v1/wallet/hd/sign-message', body: { kind: 'text', addressIndex: 0, text: 'Hello' } }),
    expected: [404, 'Wallet not found', 'wallet_not_found', 'addressIndex'],
  },
  {
    name: 'their transaction',
    operation: 'GET /v1/wallet/transaction/{id}',
    call: ({ transactionId }) => ({ path: `/v1/wallet/transaction/${transactionId}` }),
    expected: [404, 'Transaction not found', 'transaction_not_found', 'id'],
  },
  ...['cancel', 'speed-up'].map(
    (mutation): Case => ({
      name: `their transaction, to ${mutation}`,
      operation: `POST /v1/wallet/transaction/{id}/${mutation}`,
      call: ({ transactionId }) => ({ path: `/v1/wallet/transaction/${transactionId}/${mutation}`, body: {} }),
      expected: [404, 'Transaction not found', 'transaction_not_found', 'id'],
    }),
  ),
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
  ...(['their', 'an unknown'] as const).map(
    (whose): Case => ({
      name: `${whose} blocked address`,
      operation: 'DELETE /v1/wallet/blocked-addresses/{id}',
      call: ({ blockedAddressId }) => ({
        path: `/v1/wallet/blocked-addresses/${whose === 'their' ? blockedAddressId : v7()}`,
      }),
      expected: [404, 'Blocked address not found', 'blocked_address_not_found', 'id'],
    }),
  ),
]

/** The answers of lists to a business that has nothing, while the other business has an entry in each. */
export const EMPTY_LISTS: [path: string, data: unknown][] = [
  ['/v1/wallet/hd', expect.objectContaining({ items: [] })],
  ['/v1/wallet/hd/count', { count: 0 }],
  ['/v1/wallet/transaction/history', expect.objectContaining({ items: [] })],
  ['/v1/tokens', { items: [], total: 0, page: 1, pageSize: 20 }],
  ['/v1/wallet/sweeps', { data: [], meta: { total: 0, page: 1, limit: 20, totalPages: 1 } }],
  ['/v1/wallet/blocked-addresses', { data: [], meta: { total: 0, page: 1, limit: 20, totalPages: 1 } }],
  ['/v1/wallet/deposits', expect.objectContaining({ items: [] })],
  ['/v1/payments', { items: [], total: 0, page: 1, pageSize: 20 }],
  ['/v1/projects/ip-whitelist', []],
  ['/v1/indexer/logs', { data: [], meta: { total: 0, page: 1, limit: 20, totalPages: 1 } }],
  ['/v1/indexer/subscriptions', { data: [], meta: { total: 0, page: 1, limit: 20, totalPages: 1 } }],
  ['/v1/webhooks/endpoints', { data: [], meta: { total: 0, page: 1, limit: 20, totalPages: 1 } }],
]
