import { v7 } from 'uuid'
import { type Endpoint, operationOf } from '@/server/api/endpoint'
import type { Sent } from './doors'
import { type Example, TOKEN_EXAMPLES } from './token-examples'

/** Input that passes the schemas of each endpoint; what it names need not exist. */
const EXAMPLES: Record<string, Example> = {
  'POST /v1/wallet/hd/generate': { body: { chainType: 'EVM', purpose: 'DEPOSIT' } },
  'GET /v1/wallet/hd': {},
  'PATCH /v1/wallet/hd/{id}': { params: { id: v7() }, body: { label: 'Treasury' } },
  'GET /v1/wallet/hd/address-index/{addressIndex}': { params: { addressIndex: '0' } },
  'GET /v1/wallet/hd/address-index/{addressIndex}/balances': { params: { addressIndex: '0' } },
  'GET /v1/wallet/hd/count': {},
  'POST /v1/wallet/hd/deactivate/{walletId}': { params: { walletId: v7() } },
  'GET /v1/wallet/balance': {},
  'GET /v1/wallet/chains': {},
  'POST /v1/wallet/transaction': {
    body: {
      fromAddress: 0,
      toAddress: '0x00000000000000000000000000000000000000AA',
      amount: '1',
      chainType: 'EVM',
      chainId: 84532,
    },
  },
  'POST /v1/wallet/hd/sign': {
    body: {
      chainType: 'EVM',
      addressIndex: 0,
      chainId: 84532,
      transaction: { to: '0x00000000000000000000000000000000000000AA', value: '1' },
    },
  },
  'POST /v1/wallet/hd/sign-message': { body: { kind: 'text', addressIndex: 0, text: 'Sign in to example.com' } },
  'POST /v1/wallet/contract/read': {
    body: {
      chainId: 84532,
      to: '0x00000000000000000000000000000000000000AA',
      function: 'function balanceOf(address owner) view returns (uint256)',
      args: ['0x00000000000000000000000000000000000000AA'],
    },
  },
  'POST /v1/wallet/contract/call': {
    body: {
      addressIndex: 0,
      chainId: 84532,
      to: '0x00000000000000000000000000000000000000AA',
      function: 'function approve(address spender, uint256 value) returns (bool)',
      args: { spender: '0x00000000000000000000000000000000000000AA', value: '1' },
    },
  },
  'POST /v1/wallet/transaction/estimate': {
    body: {
      fromAddress: 0,
      toAddress: '0x00000000000000000000000000000000000000AA',
      amount: '1',
      chainType: 'EVM',
      chainId: 84532,
    },
  },
  'POST /v1/wallet/transaction/batch': {
    body: {
      transfers: [
        {
          fromAddress: 0,
          toAddress: '0x00000000000000000000000000000000000000AA',
          amount: '1',
          chainType: 'EVM',
          chainId: 84532,
        },
      ],
    },
  },
  'POST /v1/wallet/sweeps': {
    body: { chainId: 84532, purpose: 'DEPOSITS', toAddress: 0, threshold: '1' },
  },
  'GET /v1/wallet/sweeps': {},
  'GET /v1/wallet/sweeps/{id}': { params: { id: v7() } },
  'PATCH /v1/wallet/sweeps/{id}': { params: { id: v7() }, body: { status: 'PAUSED' } },
  'DELETE /v1/wallet/sweeps/{id}': { params: { id: v7() } },
  'POST /v1/wallet/blocked-addresses': {
    body: { addresses: ['0x8617E340B3D01FA5F11F306F4090FD50E238070D'], reason: 'Named in a court order' },
  },
  'GET /v1/wallet/blocked-addresses': {},
  'DELETE /v1/wallet/blocked-addresses/{id}': { params: { id: v7() } },
  'POST /v1/wallet/transaction/{id}/cancel': { params: { id: v7() } },
  'POST /v1/wallet/transaction/{id}/speed-up': { params: { id: v7() } },
  'GET /v1/wallet/transaction/{id}': { params: { id: v7() } },
  'GET /v1/wallet/transaction/history': {},
  'GET /v1/wallet/deposits': {},
  'GET /v1/products': {},
  'POST /v1/payments/quote': { body: { purpose: 'SUBSCRIPTION', planId: 1, billingCycle: 'MONTHLY' } },
  'POST /v1/payments/subscribe': { body: { purpose: 'SUBSCRIPTION', planId: 1, billingCycle: 'MONTHLY' } },
  'GET /v1/payments': {},
  'GET /v1/payments/{id}': { params: { id: v7() } },
  'GET /v1/payments/subscription/{subscriptionId}': { params: { subscriptionId: v7() } },
  'GET /v1/subscriptions': {},
  'POST /v1/subscriptions/{id}/cancel': { params: { id: v7() } },
  'POST /v1/subscriptions/{id}/auto-renew': { params: { id: v7() }, body: { autoRenew: false } },
  'POST /v1/indexer/subscriptions': {
    body: {
      network: 'BASE',
      contractAddress: '0x00000000000000000000000000000000000000AA',
      webhookUrl: 'http://127.0.0.1:9/hooks',
      events: ['transfer'],
    },
  },
  'GET /v1/indexer/subscriptions': {},
  'GET /v1/indexer/subscriptions/{id}': { params: { id: v7() } },
  'PATCH /v1/indexer/subscriptions/{id}': { params: { id: v7() }, body: { status: 'paused' } },
  'DELETE /v1/indexer/subscriptions/{id}': { params: { id: v7() } },
  'POST /v1/indexer/subscriptions/{id}/rotate-secret': { params: { id: v7() } },
  'POST /v1/indexer/subscriptions/{id}/test': { params: { id: v7() } },
  'POST /v1/indexer/subscriptions/{id}/recover': { params: { id: v7() }, body: { since: '2026-11-21T00:00:00Z' } },
  'POST /v1/indexer/subscriptions/{id}/replay': { params: { id: v7() }, body: { fromBlock: 1 } },
  'GET /v1/indexer/subscriptions/{id}/replays': { params: { id: v7() } },
  'GET /v1/indexer/subscriptions/{id}/replays/{replayId}': { params: { id: v7(), replayId: v7() } },
  'POST /v1/indexer/subscriptions/{id}/replays/{replayId}/cancel': { params: { id: v7(), replayId: v7() } },
  'POST /v1/indexer/logs/{logId}/resend': { params: { logId: v7() } },
  'GET /v1/indexer/logs': {},
  'GET /v1/indexer/logs/{logId}': { params: { logId: v7() } },
  'GET /v1/indexer/events': {},
  'GET /v1/events/stream': {},
  'POST /v1/webhooks/endpoints': { body: { url: 'http://127.0.0.1:9/hooks', events: ['wallet.*'] } },
  'GET /v1/webhooks/endpoints': {},
  'GET /v1/webhooks/endpoints/{id}': { params: { id: v7() } },
  'PATCH /v1/webhooks/endpoints/{id}': { params: { id: v7() }, body: { status: 'paused' } },
  'DELETE /v1/webhooks/endpoints/{id}': { params: { id: v7() } },
  'POST /v1/webhooks/endpoints/{id}/rotate-secret': { params: { id: v7() } },
  'POST /v1/webhooks/endpoints/{id}/test': { params: { id: v7() } },
  'POST /v1/webhooks/endpoints/{id}/recover': { params: { id: v7() }, body: { since: '2026-11-21T00:00:00Z' } },
  ...TOKEN_EXAMPLES,
  'POST /v1/projects/ip-whitelist': { body: { ipAddress: '203.0.113.7', label: 'office' } },
  'GET /v1/projects/ip-whitelist': {},
  'DELETE /v1/projects/ip-whitelist/{id}': { params: { id: v7() } },
  'POST /v1/projects/keys/rotate': { body: {} },
}

/** Input of an endpoint that passes its schemas; throws for a new endpoint without an example. */
export function exampleOf(endpoint: Endpoint): Example {
  const example = EXAMPLES[operationOf(endpoint)]
  if (!example) throw new Error(`add ${operationOf(endpoint)} to server/testing/examples.ts`)
  return example
}

/** A well-formed call of an endpoint. */
export function exampleCall(endpoint: Endpoint, token?: string): Sent {
  const example = exampleOf(endpoint)
  return {
    method: endpoint.method,
    path: endpoint.path.replace(/\{(\w+)\}/g, (_all, name: string) => example.params?.[name] ?? ''),
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(endpoint.idempotent ? { 'idempotency-key': v7() } : {}),
    },
    body: example.body,
  }
}
