import { listTokensQuery, tokenPage, tokenParams, tokenView } from '@/schemas/tokens/contract'
import { issueTokenBody, issueTokenShapes } from '@/schemas/tokens/issue/contract'
import { endpoint, reply } from '@/server/api/endpoint'
import { requireProject } from '@/server/projects/require-project'
import { findTokenUnderReference } from '@/server/tokens/issue/find-token-under-reference'
import { issueAsset, prepareToken } from '@/server/tokens/issue/issue-asset'
import { getToken, listTokens } from '@/server/tokens/list-tokens'
import { ON_CHAIN } from '@/server/tokens/operations/on-chain'
import { requestName } from '@/server/transactions/intent-id'

const READ = {
  tags: ['Tokens'],
  auth: 'liveKey',
  scope: 'tokens:read',
  capability: 'tokenization.token.read',
  rateLimit: 'read',
} as const

export const issueTokenEndpoint = endpoint({
  id: 'issueToken',
  method: 'POST',
  path: '/v1/tokens',
  summary: 'Issue a token',
  description: [
    'Issues a tokenized asset and deploys its contract. Returns immediately with PENDING and its future address. Wait for `token.deployed`, or read it until it is ACTIVE.',
    'Holders have to be registered first. The tokenAdmin, one of your wallets, needs no registration and has no limits.',
    'YIELD_BEARING takes `yieldParams`: annualRate is percent a year, couponInterval months, gracePeriod days. The day of the deployment block (UTC) fixes the schedule.',
  ].join('\n\n'),
  tags: ['Tokens'],
  auth: 'liveKey',
  scope: 'tokens:write',
  // The issuer of a yield-bearing token must be able to pay it.
  capability: ({ body }) =>
    body.tokenType === 'YIELD_BEARING' ? 'tokenization.yield.manage' : 'tokenization.token.create',
  rateLimit: 'write',
  idempotent: true,
  exactNumbers: true,
  body: issueTokenBody,
  shapes: issueTokenShapes,
  refusals: {
    ...ON_CHAIN,
    tokenization_unsupported: 'chain',
    chain_unavailable: 'network',
    wallet_not_found: 'tokenAdmin',
    wallet_foreign: 'tokenAdmin',
    reference_used: 'reference',
  },
  replies: { 201: tokenView },
  prepare: async ({ body, claim, tenant }) => prepareToken(tenant, { body, name: await requestName(tenant, claim) }),
  async findRepeated({ tenant, body }) {
    const made = await findTokenUnderReference(tenant, body)
    return made && reply(201, 'Token issued', made, { resourceId: made.id })
  },
  async handle({ ctx, prepared }) {
    const token = await issueAsset(requireProject(ctx), prepared)
    return reply(201, 'Token issued', token, { resourceId: token.id })
  },
})

export const listTokensEndpoint = endpoint({
  ...READ,
  id: 'listTokens',
  method: 'GET',
  path: '/v1/tokens',
  summary: 'List tokens',
  query: listTokensQuery,
  replies: { 200: tokenPage },
  async handle({ ctx, query }) {
    const { items, total, page, pageSize } = await listTokens(requireProject(ctx), query)
    return reply(200, 'Tokens retrieved', { items, total, page, pageSize })
  },
})

export const getTokenEndpoint = endpoint({
  ...READ,
  id: 'getToken',
  method: 'GET',
  path: '/v1/tokens/{id}',
  summary: 'Read a token',
  description: 'Supply and holders come from the index of its events.',
  params: tokenParams,
  refusals: { token_not_found: 'id' },
  replies: { 200: tokenView },
  async handle({ ctx, params }) {
    return reply(200, 'Token retrieved', await getToken(requireProject(ctx), params.id))
  },
})
