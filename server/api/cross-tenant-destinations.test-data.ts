import { v7 } from 'uuid'
import type { Case } from './cross-tenant-case.test-data'

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

/** Webhook endpoints, event subscriptions and delivery logs of another business. */
export const DESTINATION_CASES: readonly Case[] = [
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
]
