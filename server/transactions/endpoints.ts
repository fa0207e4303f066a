import { endpoint, type Reply, reply } from '@/server/api/endpoint'
import {
  historyQuery,
  historyView,
  type TransactionView,
  transactionParams,
  transactionView,
  transferBody,
} from './contract'
import { createTransfer } from './create-transfer'
import { getTransaction } from './get-transaction'
import { listTransactions } from './list-transactions'
import { prepareTransfer } from './prepare-transfer'
import { waitForOutcome } from './wait-for-outcome'

export const initiateTransfer = endpoint({
  method: 'POST',
  path: '/v1/wallet/transaction',
  summary: 'Initiate a transfer',
  description:
    'Moves a native coin or a token from one of your wallets. Answers 202 at once; poll the transaction or give a webhookUrl. With `waitForCompletion` the request stays open until the outcome, at most 60 seconds.',
  tags: ['Transactions'],
  auth: 'liveKey',
  scope: 'wallet:write',
  capability: 'wallet.transfer.create',
  rateLimit: 'write',
  idempotent: true,
  body: transferBody,
  replies: { 201: transactionView, 202: transactionView, 422: transactionView },
  prepare: ({ body }) => prepareTransfer(body),
  async handle({ ctx, body, prepared, request }) {
    const pending = await createTransfer(ctx, prepared, request.header('idempotency-key'))
    const { afterCommit: _effects, db: _db, now: _now, ...tenant } = ctx
    return reply(202, 'Transfer accepted', pending, {
      resourceId: pending.id,
      ...(body.waitForCompletion
        ? { afterCommit: async () => outcomeReply(await waitForOutcome(tenant, pending.id)) }
        : {}),
    })
  },
})

/** Spec 3.1: 201 completed, 422 failed; 202 when the wait ended first. */
function outcomeReply(view: TransactionView): Reply {
  if (view.status === 'COMPLETED') return reply(201, 'Transfer completed', view, { resourceId: view.id })
  if (view.status === 'FAILED') return reply(422, view.error ?? 'Transfer failed', view, { resourceId: view.id })
  return reply(202, 'Transfer accepted', view, { resourceId: view.id })
}

export const readTransaction = endpoint({
  method: 'GET',
  path: '/v1/wallet/transaction/{id}',
  summary: 'Read a transaction',
  description: 'The authoritative outcome. Poll every 2 to 3 seconds after a 202 until COMPLETED or FAILED.',
  tags: ['Transactions'],
  auth: 'liveKey',
  scope: 'wallet:read',
  capability: 'wallet.transfer.read',
  rateLimit: 'read',
  params: transactionParams,
  replies: { 200: transactionView },
  async handle({ ctx, params }) {
    return reply(200, 'Transaction retrieved', await getTransaction(ctx, params.id))
  },
})

export const readHistory = endpoint({
  method: 'GET',
  path: '/v1/wallet/transaction/history',
  summary: 'List transactions',
  tags: ['Transactions'],
  auth: 'liveKey',
  scope: 'wallet:read',
  capability: 'wallet.transfer.read',
  rateLimit: 'read',
  query: historyQuery,
  replies: { 200: historyView },
  async handle({ ctx, query }) {
    return reply(200, 'Transaction history retrieved', await listTransactions(ctx, query))
  },
})
