import { tokenParams } from '@/schemas/tokens/contract'
import {
  burnBody,
  listOperationsQuery,
  mintBody,
  mintShapes,
  operationPage,
  operationParams,
  operationView,
  payParams,
  transferBody,
  webhookBody,
} from '@/schemas/tokens/operations/contract'
import { endpoint, reply } from '@/server/api/endpoint'
import { requireProject } from '@/server/projects/require-project'
import { getOperation, listOperations } from '@/server/tokens/operations/list-operations'
import { BY_CONTRACT, ON_TOKEN } from '@/server/tokens/operations/on-chain'
import { prepareOperation } from '@/server/tokens/operations/prepare-operation'
import { answerOperation } from '@/server/tokens/operations/start-operation'
import { planCall } from '@/server/tokens/plans/plan-call'
import { planMint } from '@/server/tokens/plans/plan-mint'
import { planBurn, planTransfer } from '@/server/tokens/plans/plan-move'
import { planPause } from '@/server/tokens/plans/plan-pause'
import { planPayCoupon } from '@/server/tokens/plans/plan-pay-coupon'
import type { WebhookTarget } from '@/server/tokens/plans/webhook-target'

const WRITE = {
  method: 'POST',
  tags: ['Tokens'],
  auth: 'liveKey',
  scope: 'tokens:write',
  rateLimit: 'write',
  idempotent: true,
  replies: { 202: operationView, 422: operationView },
} as const
const READ = { method: 'GET', tags: ['Tokens'], auth: 'liveKey', scope: 'tokens:read', rateLimit: 'read' } as const

export const mintTokenEndpoint = endpoint({
  ...WRITE,
  id: 'mintToken',
  path: '/v1/tokens/{id}/mint',
  summary: 'Mint tokens',
  description:
    'Mints tokens to a registered wallet, or with `items` to up to 1,000 at once. Then each line has its own outcome, and the operation fails only if all of them do.',
  capability: 'tokenization.token.mint',
  params: tokenParams,
  body: mintBody,
  shapes: mintShapes,
  refusals: { ...ON_TOKEN, ...BY_CONTRACT, operation_open: null },
  prepare: async ({ params, body, tenant }) =>
    prepareOperation(tenant, await planMint(tenant, { tokenId: params.id, ...body })),
  handle: answerOperation,
})

export const burnTokenEndpoint = endpoint({
  ...WRITE,
  id: 'burnToken',
  path: '/v1/tokens/{id}/burn',
  summary: 'Burn tokens',
  description: 'The tokenAdmin burns tokens of any holder, including frozen and locked tokens.',
  capability: 'tokenization.token.burn',
  params: tokenParams,
  body: burnBody,
  refusals: { ...ON_TOKEN, ...BY_CONTRACT, operation_open: null },
  prepare: async ({ params, body, tenant }) =>
    prepareOperation(tenant, await planBurn(tenant, { tokenId: params.id, ...webhookOf(body), ...body })),
  handle: answerOperation,
})

export const transferTokenEndpoint = endpoint({
  ...WRITE,
  id: 'transferToken',
  path: '/v1/tokens/{id}/transfer',
  summary: 'Transfer tokens',
  description:
    'Transfers tokens from one of your wallets. All limits of the token apply. With `forced` the tokenAdmin moves tokens of any holder.',
  capability: ({ body }) => (body.forced ? 'tokenization.token.admin' : 'tokenization.token.transfer'),
  params: tokenParams,
  body: transferBody,
  refusals: { ...ON_TOKEN, ...BY_CONTRACT, operation_open: null, wallet_not_found: 'from', wallet_foreign: 'from' },
  prepare: async ({ params, body, tenant }) =>
    prepareOperation(tenant, await planTransfer(tenant, { tokenId: params.id, ...webhookOf(body), ...body })),
  handle: answerOperation,
})

export const pauseTokenEndpoint = endpoint({
  ...WRITE,
  id: 'pauseToken',
  path: '/v1/tokens/{id}/pause',
  summary: 'Pause a token',
  description:
    'Holders cannot transfer the token until it is unpaused. The tokenAdmin can still mint, burn and force transfers.',
  capability: 'tokenization.token.admin',
  params: tokenParams,
  body: webhookBody,
  refusals: { ...ON_TOKEN, token_state: null },
  prepare: async ({ params, body, tenant }) =>
    prepareOperation(tenant, await planPause(tenant, { tokenId: params.id, isPaused: true, ...webhookOf(body) })),
  handle: answerOperation,
})

export const unpauseTokenEndpoint = endpoint({
  ...WRITE,
  id: 'unpauseToken',
  path: '/v1/tokens/{id}/unpause',
  summary: 'Unpause a token',
  capability: 'tokenization.token.admin',
  params: tokenParams,
  body: webhookBody,
  refusals: { ...ON_TOKEN, token_state: null },
  prepare: async ({ params, body, tenant }) =>
    prepareOperation(tenant, await planPause(tenant, { tokenId: params.id, isPaused: false, ...webhookOf(body) })),
  handle: answerOperation,
})

export const payCouponEndpoint = endpoint({
  ...WRITE,
  id: 'payCoupon',
  path: '/v1/tokens/{id}/yield/{couponId}/pay',
  summary: 'Pay a coupon',
  description:
    'Takes the total from the tokenAdmin and pays every holder of the record date, in as many transactions as necessary. If it is interrupted, call it again: no holder is paid twice.',
  capability: 'tokenization.yield.manage',
  params: payParams,
  body: webhookBody,
  refusals: {
    ...ON_TOKEN,
    coupon_not_found: 'couponId',
    coupon_not_due: 'couponId',
    coupon_done: 'couponId',
    operation_open: 'couponId',
    insufficient_funds: null,
    payment_refused: null,
  },
  prepare: async ({ params, body, tenant }) =>
    prepareOperation(
      tenant,
      await planPayCoupon(tenant, { tokenId: params.id, couponId: params.couponId, ...webhookOf(body) }),
    ),
  handle: answerOperation,
})

export const callTokenEndpoint = endpoint({
  ...WRITE,
  id: 'callToken',
  path: '/v1/tokens/{id}/call',
  summary: 'Pay the principal back',
  description:
    'At maturity, or from the callDate on: every holder gets the face value and the interest accrued since the last coupon, and the tokens are burned. The money is approved first. Once the redemption is recorded, the token is REDEEMING and cannot be moved any more. The call is refused while a mint, a burn or a transfer is open, and these while it is open. Not on Solana.',
  capability: 'tokenization.yield.manage',
  params: tokenParams,
  body: webhookBody,
  refusals: {
    ...ON_TOKEN,
    not_callable: null,
    operation_open: null,
    coupon_done: null,
    insufficient_funds: null,
    tokenization_unsupported: 'chain',
  },
  prepare: async ({ params, body, tenant }) =>
    prepareOperation(tenant, await planCall(tenant, { tokenId: params.id, ...webhookOf(body) })),
  handle: answerOperation,
})

export const listTokenOperationsEndpoint = endpoint({
  ...READ,
  id: 'listTokenOperations',
  path: '/v1/tokens/{id}/operations',
  summary: 'List operations',
  capability: 'tokenization.token.read',
  params: tokenParams,
  query: listOperationsQuery,
  refusals: { token_not_found: 'id' },
  replies: { 200: operationPage },
  async handle({ ctx, params, query }) {
    const input = { tokenId: params.id, ...query }
    const { items, total, page, pageSize } = await listOperations(requireProject(ctx), input)
    return reply(200, 'Operations retrieved', { items, total, page, pageSize })
  },
})

export const getTokenOperationEndpoint = endpoint({
  ...READ,
  id: 'getTokenOperation',
  path: '/v1/tokens/{id}/operations/{operationRef}',
  summary: 'Read an operation',
  description: 'Read it until it is no longer PENDING, or wait for its webhook.',
  capability: 'tokenization.token.read',
  params: operationParams,
  refusals: { token_not_found: 'id', operation_not_found: 'operationRef' },
  replies: { 200: operationView },
  async handle({ ctx, params }) {
    const input = { tokenId: params.id, operationRef: params.operationRef }
    return reply(200, 'Operation retrieved', await getOperation(requireProject(ctx), input))
  },
})

/** The destination of the outcome, for a body that may have one. */
function webhookOf({ webhookUrl, webhookSecret }: Partial<WebhookTarget>): WebhookTarget {
  return { webhookUrl, webhookSecret }
}
