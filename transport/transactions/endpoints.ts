import { z } from 'zod'
import { gasShortageView } from '@/schemas/ledger/contract'
import { transactionParams, transactionView } from '@/schemas/transactions/contract'
import { transferEstimate } from '@/schemas/transactions/estimate/contract'
import { historyCsv, historyQuery, historyView } from '@/schemas/transactions/history/contract'
import { endpoint, reply } from '@/server/api/endpoint'
import { prefersCsv } from '@/server/api/prefers-csv'
import { acceptance } from '@/server/transactions/acceptance'
import { estimateTransfer, prepareEstimate } from '@/server/transactions/estimate-transfer'
import { exportTransactions } from '@/server/transactions/export-transactions'
import { getTransaction } from '@/server/transactions/get-transaction'
import { listTransactions } from '@/server/transactions/list-transactions'
import { type PreparedSign, prepareSign } from '@/server/transactions/prepare/prepare-sign'
import { prepareTransfer, transferIntent } from '@/server/transactions/prepare/prepare-transfer'
import { signBody, signedTransactionView, signShapes } from '@/server/transactions/prepare/sign-body'
import { transferBody, transferShapes } from '@/server/transactions/prepare/transfer-body'
import { ON_CHAIN_ID, ofWallet } from '@/server/transactions/sending-refusals'
import { signLocally } from '@/server/transactions/sign-locally'

const transfers = acceptance({
  type: 'TRANSFER',
  completedStatus: 201,
  noun: 'Transfer',
  intentOf: transferIntent,
})
const signing = acceptance({
  type: 'SIGN',
  completedStatus: 200,
  noun: 'Transaction',
  intentOf: (prepared: PreparedSign, name) => (prepared.kind === 'call' ? { ...prepared.call, ...name } : null),
})

export const createTransferEndpoint = endpoint({
  id: 'createTransfer',
  method: 'POST',
  path: '/v1/wallet/transaction',
  summary: 'Initiate a transfer',
  description:
    'Moves a native coin or a token from one of your wallets. Returns 202 immediately; poll the transaction or give a webhookUrl. With `waitForCompletion` the request stays open until the outcome, at most 60 seconds.\n\nA 202 does not mean that the wallet can pay it. If the wallet holds too little when its turn comes, the transfer becomes FAILED with `shortfall`, and costs nothing. While a second person has to approve it, `stage` is `awaiting_approval`, also with `waitForCompletion`. It stays `queued` behind earlier transactions of the wallet and while the project is suspended.\n\nSOLANA without `network` and `chainId` means MAINNET: send `network: TESTNET` for tests, or limit the project to testnets in the portal.',
  tags: ['Transactions'],
  auth: 'liveKey',
  scope: 'wallet:write',
  capability: 'wallet.transfer.create',
  uses: { transfers: 1 },
  rateLimit: 'write',
  idempotent: true,
  body: transferBody,
  shapes: transferShapes,
  refusals: {
    ...ON_CHAIN_ID,
    ...ofWallet('fromAddress'),
    address_blocked: 'toAddress',
    policy_recipient: 'toAddress',
    policy_limit: 'amount',
    token_takes_fee: 'tokenAddress',
    token_refused: 'tokenAddress',
    token_moved_nothing: 'tokenAddress',
    reference_used: 'reference',
  },
  replies: { 201: transactionView, 202: transactionView, 402: gasShortageView, 422: transactionView },
  prepare: ({ body, tenant }) => prepareTransfer(tenant, body),
  ...transfers,
})

export const signTransactionEndpoint = endpoint({
  id: 'signTransaction',
  method: 'POST',
  path: '/v1/wallet/hd/sign',
  summary: 'Sign a transaction',
  description: [
    'EVM: calls any contract, or sends the native coin, from one of your wallets. The call is simulated before anything is paid: a revert returns 422 with its decoded reason. Returns 202 immediately, or with `waitForCompletion` the outcome.',
    'SOLANA: adds the signature of your wallet to a serialized transaction and returns 200 with `signedTransaction`. Nothing is broadcast or recorded, and no webhook is sent. Without `network` and `chainId` it is checked as one of MAINNET.',
  ].join('\n\n'),
  tags: ['Transactions'],
  auth: 'liveKey',
  scope: 'wallet:write',
  capability: 'wallet.hd.sign',
  uses: { signatures: 1 },
  rateLimit: 'write',
  idempotent: true,
  body: signBody,
  shapes: signShapes,
  refusals: {
    ...ON_CHAIN_ID,
    ...ofWallet('addressIndex'),
    token_refused: 'transaction',
    token_moved_nothing: 'transaction',
    key_service_unavailable: null,
    reference_used: 'reference',
  },
  replies: {
    200: z.union([transactionView, signedTransactionView]),
    202: transactionView,
    402: gasShortageView,
    422: transactionView,
  },
  prepare: ({ body, tenant }) => prepareSign(tenant, body),
  ...signing,
  async handle(call) {
    const { ctx, prepared } = call
    if (prepared.kind === 'serialized') return reply(200, 'Transaction signed', await signLocally(ctx, prepared))
    return signing.handle(call)
  },
})

export const estimateTransferEndpoint = endpoint({
  id: 'estimateTransfer',
  method: 'POST',
  path: '/v1/wallet/transaction/estimate',
  summary: 'Estimate a transfer',
  description:
    'Takes the body of a transfer and returns its cost, who pays the gas, and the decision of your policies. It makes the checks of an acceptance, and records or reserves nothing: calls that you send meanwhile may change the result.',
  tags: ['Transactions'],
  auth: 'liveKey',
  scope: 'wallet:read',
  capability: 'wallet.transfer.create',
  rateLimit: 'write',
  body: transferBody,
  shapes: transferShapes,
  refusals: {
    chain_unavailable: 'chainId',
    testnets_only: 'chainId',
    chain_unreachable: null,
    price_unavailable: null,
    ...ofWallet('fromAddress'),
    token_takes_fee: 'tokenAddress',
  },
  replies: { 200: transferEstimate },
  prepare: ({ body, tenant }) => prepareEstimate(tenant, body),
  async handle({ ctx, prepared }) {
    return reply(200, 'Transfer estimated', await estimateTransfer(ctx, prepared))
  },
})

export const getTransactionEndpoint = endpoint({
  id: 'getTransaction',
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
  refusals: { transaction_not_found: 'id' },
  replies: { 200: transactionView },
  async handle({ ctx, params }) {
    return reply(200, 'Transaction retrieved', await getTransaction(ctx, params.id))
  },
})

export const listTransactionsEndpoint = endpoint({
  id: 'listTransactions',
  method: 'GET',
  path: '/v1/wallet/transaction/history',
  summary: 'List transactions',
  description:
    'Newest first. With `Accept: text/csv` the response is a CSV file of all transactions that match the filters, without pages: up to 100,000, and more are refused. Its last line counts the rows, so that you notice an incomplete download. A text that a spreadsheet would execute as a formula begins with an apostrophe.',
  tags: ['Transactions'],
  auth: 'liveKey',
  scope: 'wallet:read',
  capability: 'wallet.transfer.read',
  rateLimit: 'read',
  query: historyQuery,
  csv: historyCsv,
  replies: { 200: historyView },
  async handle({ ctx, query, request }) {
    const { items, pagination } = await listTransactions(ctx, query)
    const listed = reply(200, 'Transaction history retrieved', { items, pagination })
    if (!prefersCsv(request.header('accept'))) return listed
    const { businessId, projectId, actor, requestId } = ctx
    const tenant = { businessId, projectId, actor, requestId }
    return { ...listed, stream: exportTransactions(tenant, query, pagination.total) }
  },
})
