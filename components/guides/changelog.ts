import type { Guide } from './guide'

/** A day on which `/v1` grew, newest first. */
type Release = {
  date: string
  calls: readonly string[]
  /** Fields and parameters that existing calls gained, with their meaning. */
  fields: readonly (readonly [names: string, meaning: string])[]
}

const RELEASES: readonly Release[] = [
  {
    date: '2026-11-27',
    calls: [
      'PATCH /v1/wallet/hd/{id}',
      'POST /v1/wallet/transaction/batch',
      'POST /v1/wallet/sweeps',
      'GET /v1/wallet/sweeps',
      'GET /v1/wallet/sweeps/{id}',
      'PATCH /v1/wallet/sweeps/{id}',
      'DELETE /v1/wallet/sweeps/{id}',
      'POST /v1/wallet/hd/sign-message',
      'POST /v1/wallet/contract/call',
      'POST /v1/wallet/contract/read',
    ],
    fields: [
      ['reference, metadata', 'your own id and data, on transfers, signed calls, wallets and tokens'],
      [
        'clientReference, metadata',
        'your own id and data, on payments and subscriptions, whose `reference` is another one',
      ],
      ['label', 'of wallets'],
      ['reference, purpose, search', 'filters of GET /v1/wallet/hd'],
      ['clientReference', 'filter of GET /v1/payments and GET /v1/subscriptions'],
      ['reference', 'filter of GET /v1/tokens'],
      ['reference, metadata', 'of the operation that issues a token, and so of its `token.failed`'],
      [
        'fromAddress, toAddress, tokenAddress, chainId, type, reference, createdFrom, createdBefore',
        'filters of the transaction history',
      ],
      ['cursor', 'pages of the transaction history that new transactions do not shift'],
      ['batchId, sweepRuleId, call, sweep', 'of transactions'],
      ['errors', 'of contract reads and calls: a revert is named by the errors that you declare'],
      ['Accept: text/csv', 'the transaction history as a CSV file'],
    ],
  },
  {
    date: '2026-11-26',
    calls: [
      'POST /v1/wallet/transaction/estimate',
      'POST /v1/wallet/transaction/{id}/cancel',
      'POST /v1/wallet/transaction/{id}/speed-up',
      'GET /v1/events/stream',
    ],
    fields: [],
  },
  {
    date: '2026-11-24',
    calls: [
      'POST /v1/tokens',
      'GET /v1/tokens',
      'GET /v1/tokens/{id}',
      'POST /v1/tokens/{id}/mint',
      'POST /v1/tokens/{id}/burn',
      'POST /v1/tokens/{id}/transfer',
      'POST /v1/tokens/{id}/pause',
      'POST /v1/tokens/{id}/unpause',
      'GET /v1/tokens/{id}/holders',
      'GET /v1/tokens/{id}/wallets',
      'POST /v1/tokens/{id}/wallets',
      'DELETE /v1/tokens/{id}/wallets',
      'PATCH /v1/tokens/{id}/wallets/{address}',
      'DELETE /v1/tokens/{id}/wallets/{address}',
      'GET /v1/tokens/{id}/yield',
      'POST /v1/tokens/{id}/yield/{couponId}/pay',
      'POST /v1/tokens/{id}/call',
      'GET /v1/tokens/{id}/operations',
      'GET /v1/tokens/{id}/operations/{operationRef}',
    ],
    fields: [],
  },
  {
    date: '2026-11-23',
    calls: [
      'POST /v1/payments/webhooks/{provider}',
      'POST /v1/payments/quote',
      'POST /v1/payments/subscribe',
      'GET /v1/payments',
      'GET /v1/payments/{id}',
      'GET /v1/payments/subscription/{subscriptionId}',
      'GET /v1/subscriptions',
      'POST /v1/subscriptions/{id}/cancel',
      'POST /v1/subscriptions/{id}/auto-renew',
      'POST /v1/indexer/subscriptions/{id}/recover',
      'POST /v1/webhooks/endpoints/{id}/recover',
    ],
    fields: [],
  },
  {
    date: '2026-11-22',
    calls: [
      'GET /v1/wallet/hd/address-index/{addressIndex}/balances',
      'GET /v1/wallet/deposits',
      'POST /v1/indexer/subscriptions',
      'GET /v1/indexer/subscriptions',
      'GET /v1/indexer/subscriptions/{id}',
      'PATCH /v1/indexer/subscriptions/{id}',
      'DELETE /v1/indexer/subscriptions/{id}',
      'POST /v1/indexer/subscriptions/{id}/rotate-secret',
      'POST /v1/indexer/subscriptions/{id}/test',
      'POST /v1/indexer/subscriptions/{id}/replay',
      'GET /v1/indexer/subscriptions/{id}/replays',
      'GET /v1/indexer/subscriptions/{id}/replays/{replayId}',
      'POST /v1/indexer/subscriptions/{id}/replays/{replayId}/cancel',
      'GET /v1/indexer/logs',
      'GET /v1/indexer/logs/{logId}',
      'POST /v1/indexer/logs/{logId}/resend',
      'GET /v1/indexer/events',
      'POST /v1/webhooks/endpoints',
      'GET /v1/webhooks/endpoints',
      'GET /v1/webhooks/endpoints/{id}',
      'PATCH /v1/webhooks/endpoints/{id}',
      'DELETE /v1/webhooks/endpoints/{id}',
      'POST /v1/webhooks/endpoints/{id}/rotate-secret',
      'POST /v1/webhooks/endpoints/{id}/test',
    ],
    fields: [],
  },
  {
    date: '2026-11-21',
    calls: [
      'POST /v1/oauth/token',
      'POST /v1/wallet/hd/generate',
      'GET /v1/wallet/hd',
      'GET /v1/wallet/hd/address-index/{addressIndex}',
      'GET /v1/wallet/hd/count',
      'POST /v1/wallet/hd/deactivate/{walletId}',
      'GET /v1/wallet/balance',
      'GET /v1/wallet/chains',
      'POST /v1/wallet/transaction',
      'POST /v1/wallet/hd/sign',
      'GET /v1/wallet/transaction/{id}',
      'GET /v1/wallet/transaction/history',
      'GET /v1/subscriptions/plans/product/{productId}',
      'GET /v1/products',
      'POST /v1/projects/ip-whitelist',
      'GET /v1/projects/ip-whitelist',
      'DELETE /v1/projects/ip-whitelist/{id}',
      'POST /v1/projects/keys/rotate',
    ],
    fields: [],
  },
]

/** The additions to `/v1`, by date. */
export const changelog: Guide = {
  id: 'changelog',
  title: 'Changelog',
  paragraphs: [
    'Calls and fields of `/v1` by the date on which they were added (UTC), newest first. Everything below is part of version 1. Fields are only added: a call that works today works with every later date.',
    'Ignore fields that you do not know, so that new ones do not break your code. New values of `code` and new kinds of webhook events are added in the same way.',
  ],
  code: RELEASES.map(({ date, calls, fields }) => ({
    title: date,
    code: [...calls, ...fields.map(([names, meaning]) => `${names}: ${meaning}`)].join('\n'),
  })),
}
