import { reasonBody, transactionParams, transactionView } from '@/schemas/transactions/contract'
import { endpoint, reply } from '@/server/api/endpoint'
import { cancelTransaction } from '@/server/transactions/cancel-transaction'
import { getTransaction } from '@/server/transactions/get-transaction'
import { speedUpTransaction } from '@/server/transactions/speed-up-transaction'

/** The refusals of every operation on an open transaction. */
const OF_OPEN = {
  transaction_not_found: 'id',
  wallet_foreign: 'id',
  transaction_ended: null,
  transaction_in_block: null,
  transaction_not_replaceable: null,
} as const

export const cancelTransactionEndpoint = endpoint({
  id: 'cancelTransaction',
  method: 'POST',
  path: '/v1/wallet/transaction/{id}/cancel',
  summary: 'Cancel a transaction',
  description:
    'Ends a transaction that was never sent: 200 with its FAILED record, also when you cancel it again. A sent EVM transaction is replaced by a zero transfer under its nonce: 202. The one that is mined decides the outcome; read the transaction to see which it was.',
  tags: ['Transactions'],
  auth: 'liveKey',
  scope: 'wallet:write',
  rateLimit: 'write',
  params: transactionParams,
  body: reasonBody,
  refusals: { ...OF_OPEN, transaction_moved_on: null, chain_unreachable: null },
  replies: { 200: transactionView, 202: transactionView },
  async handle({ ctx, params: { id }, body: { reason } }) {
    const { outcome } = await cancelTransaction(ctx, { transactionId: id, reason })
    const view = await getTransaction(ctx, id)
    return outcome === 'cancelled'
      ? reply(200, 'Transaction cancelled', view)
      : reply(202, 'Cancellation requested', view)
  },
})

export const speedUpTransactionEndpoint = endpoint({
  id: 'speedUpTransaction',
  method: 'POST',
  path: '/v1/wallet/transaction/{id}/speed-up',
  summary: 'Speed up a transaction',
  description:
    'Replaces an EVM transaction that is sent and not mined with the same call at a higher fee under its nonce. The fee stays within the hold of its acceptance. Stuck transactions are sped up automatically.',
  tags: ['Transactions'],
  auth: 'liveKey',
  scope: 'wallet:write',
  rateLimit: 'write',
  params: transactionParams,
  body: reasonBody,
  refusals: { ...OF_OPEN, transaction_not_sent: null },
  replies: { 202: transactionView },
  async handle({ ctx, params: { id }, body: { reason } }) {
    await speedUpTransaction(ctx, { transactionId: id, reason })
    return reply(202, 'Speed-up requested', await getTransaction(ctx, id))
  },
})
