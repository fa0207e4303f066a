import { contractReadView, contractRevertView, readContractBody } from '@/schemas/contracts/contract'
import { gasShortageView } from '@/schemas/ledger/contract'
import { transactionView } from '@/schemas/transactions/contract'
import { endpoint, reply } from '@/server/api/endpoint'
import { callContractBody } from '@/server/contracts/call-body'
import { prepareDeclaredCall } from '@/server/contracts/prepare-declared-call'
import { readContract } from '@/server/contracts/read-contract'
import { acceptAtOnce, acceptIntent } from '@/server/transactions/accept-intent'
import { acceptedReply, repeatedReply } from '@/server/transactions/accepted-reply'
import { requestName } from '@/server/transactions/intent-id'
import { ON_CHAIN_ID, ofWallet } from '@/server/transactions/sending-refusals'
import { readUnderReference } from '@/server/transactions/tags'

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

const FORM = { completedStatus: 200, noun: 'Transaction' } as const

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
  refusals: { ...ofWallet('addressIndex'), ...ON_CHAIN_ID, reference_used: 'reference' },
  replies: { 200: transactionView, 202: transactionView, 402: gasShortageView, 422: transactionView },
  prepare: ({ body, tenant }) => prepareDeclaredCall(tenant, body),
  async accept({ tenant, body, prepared, claim, keep }) {
    const intent = { ...prepared, ...(await requestName(tenant, claim)) }
    const form = { ...FORM, waitForCompletion: body.waitForCompletion }
    return acceptAtOnce(tenant, intent, (accepted) => keep(acceptedReply(tenant, accepted, form)))
  },
  async again({ tenant, body }) {
    const made = await readUnderReference(tenant, 'SIGN', body)
    return made && repeatedReply(tenant, made, { ...FORM, waitForCompletion: body.waitForCompletion })
  },
  async handle({ ctx, body, prepared, claim }) {
    const accepted = await acceptIntent(ctx, { ...prepared, ...(await requestName(ctx, claim)) })
    return acceptedReply(ctx, accepted, { ...FORM, waitForCompletion: body.waitForCompletion })
  },
})
