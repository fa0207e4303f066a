import { contractReadView, contractRevertView, readContractBody } from '@/schemas/contracts/contract'
import { gasShortageView } from '@/schemas/ledger/contract'
import { transactionView } from '@/schemas/transactions/contract'
import { endpoint, reply } from '@/server/api/endpoint'
import { callContractBody } from '@/server/contracts/call-body'
import { prepareDeclaredCall } from '@/server/contracts/prepare-declared-call'
import { readContract } from '@/server/contracts/read-contract'
import { acceptance } from '@/server/transactions/acceptance'
import type { PreparedCall } from '@/server/transactions/prepare/prepare-contract-call'
import { ON_CHAIN_ID, ofWallet } from '@/server/transactions/sending-refusals'

export const readContractEndpoint = endpoint({
  id: 'readContract',
  method: 'POST',
  path: '/v1/wallet/contract/read',
  summary: 'Read a contract',
  description:
    'Calls a `view` or `pure` function of any contract and decodes the result, as of one block that the response names. A revert returns 422 with its decoded error. Nothing is signed or recorded.',
  tags: ['Transactions'],
  auth: 'liveKey',
  scope: 'wallet:read',
  capability: 'wallet.hd.read',
  rateLimit: 'write',
  body: readContractBody,
  refusals: {
    chain_unavailable: 'chainId',
    testnets_only: 'chainId',
    chain_unreachable: null,
    block_not_found: 'block',
    no_contract: 'to',
    call_reverted: null,
    result_unreadable: 'function',
  },
  replies: { 200: contractReadView, 422: contractRevertView },
  prepare: ({ body, tenant }) => readContract(tenant, body),
  async handle({ prepared: { ok, view } }) {
    if (ok) return reply(200, 'Contract read', view)
    return reply(422, `The call ${view.reason}`, view, { code: 'call_reverted' })
  },
})

export const callContractEndpoint = endpoint({
  id: 'callContract',
  method: 'POST',
  path: '/v1/wallet/contract/call',
  summary: 'Call a contract',
  description:
    'Turns a declared function and its arguments into calldata and sends it from one of your wallets, as `POST /v1/wallet/hd/sign` does with calldata. The simulation, policies, quota and gas are the same, and the transaction has the type SIGN. The transaction and its approval show the decoded call.',
  tags: ['Transactions'],
  auth: 'liveKey',
  scope: 'wallet:write',
  capability: 'wallet.hd.sign',
  uses: { signatures: 1 },
  rateLimit: 'write',
  idempotent: true,
  body: callContractBody,
  refusals: {
    ...ofWallet('addressIndex'),
    ...ON_CHAIN_ID,
    token_refused: 'to',
    token_moved_nothing: 'to',
    reference_used: 'reference',
  },
  replies: { 200: transactionView, 202: transactionView, 402: gasShortageView, 422: transactionView },
  prepare: ({ body, tenant }) => prepareDeclaredCall(tenant, body),
  ...acceptance({
    type: 'SIGN',
    completedStatus: 200,
    noun: 'Transaction',
    intentOf: (prepared: PreparedCall, name) => ({ ...prepared, ...name }),
  }),
})
