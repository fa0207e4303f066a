import { v7 } from 'uuid'
import { expect } from 'vitest'
import { TOKEN_EXAMPLES } from '@/server/testing/token-examples'
import { type Case, FOREIGN_WALLET } from './cross-tenant-case.test-data'
import { DESTINATION_CASES } from './cross-tenant-destinations.test-data'
import { WALLET_CASES } from './cross-tenant-wallets.test-data'
import { TOKEN_OPERATIONS } from './token-operations.test-data'

/** Everything a business can name of another one, on every endpoint that takes a name, and how it is refused. */
export const CASES: readonly Case[] = [
  ...WALLET_CASES,
  ...DESTINATION_CASES,
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
