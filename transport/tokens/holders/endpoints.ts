import { tokenParams } from '@/schemas/tokens/contract'
import { holderPage, holdersQuery, registeredWalletPage, walletsQuery } from '@/schemas/tokens/holders/contract'
import {
  freezeBody,
  operationView,
  registerBody,
  registerShapes,
  removeBody,
  walletParams,
} from '@/schemas/tokens/operations/contract'
import { yieldView } from '@/schemas/tokens/payouts/contract'
import { endpoint, reply } from '@/server/api/endpoint'
import { requireProject } from '@/server/projects/require-project'
import { listHolders } from '@/server/tokens/holders/list-holders'
import { listRegisteredWallets } from '@/server/tokens/holders/list-registered-wallets'
import { BY_CONTRACT, ON_TOKEN } from '@/server/tokens/operations/on-chain'
import { prepareOperation } from '@/server/tokens/operations/prepare-operation'
import { answerOperation } from '@/server/tokens/operations/start-operation'
import { getYield } from '@/server/tokens/payouts/get-yield'
import { planFreeze, planRegister, planRemove } from '@/server/tokens/plans/plan-wallets'

const WRITE = {
  tags: ['Tokens'],
  auth: 'liveKey',
  scope: 'tokens:write',
  capability: 'tokenization.token.admin',
  rateLimit: 'write',
  idempotent: true,
  replies: { 202: operationView, 422: operationView },
} as const
const READ = {
  method: 'GET',
  tags: ['Tokens'],
  auth: 'liveKey',
  scope: 'tokens:read',
  capability: 'tokenization.token.read',
  rateLimit: 'read',
} as const
const OF_WALLETS = { ...ON_TOKEN, ...BY_CONTRACT, wallet_taken: null, wallet_holds_tokens: null } as const

export const listTokenHoldersEndpoint = endpoint({
  ...READ,
  id: 'listTokenHolders',
  path: '/v1/tokens/{id}/holders',
  summary: 'List holders',
  description:
    'Holders from the index of the token’s events, largest first. With `block`, as of the end of that block.',
  params: tokenParams,
  query: holdersQuery,
  refusals: { token_not_found: 'id' },
  replies: { 200: holderPage },
  async handle({ ctx, params, query }) {
    const holders = await listHolders(requireProject(ctx), { tokenId: params.id, ...query })
    return reply(200, 'Holders retrieved', holders)
  },
})

export const listRegisteredWalletsEndpoint = endpoint({
  ...READ,
  id: 'listRegisteredWallets',
  path: '/v1/tokens/{id}/wallets',
  summary: 'List registered wallets',
  params: tokenParams,
  query: walletsQuery,
  refusals: { token_not_found: 'id' },
  replies: { 200: registeredWalletPage },
  async handle({ ctx, params, query }) {
    const listed = await listRegisteredWallets(requireProject(ctx), { tokenId: params.id, ...query })
    const { items, total, page, pageSize } = listed
    return reply(200, 'Registered wallets retrieved', { items, total, page, pageSize })
  },
})

export const registerWalletsEndpoint = endpoint({
  ...WRITE,
  id: 'registerWallets',
  method: 'POST',
  path: '/v1/tokens/{id}/wallets',
  summary: 'Register wallets',
  description:
    'Registers one wallet, or with `wallets` up to 1,000, each with its own outcome. All limits count two wallets with one `investorId` as one investor. The chain stores only a hash of your `investorId`.',
  params: tokenParams,
  body: registerBody,
  shapes: registerShapes,
  refusals: OF_WALLETS,
  prepare: async ({ params, body, tenant }) =>
    prepareOperation(tenant, await planRegister(tenant, { tokenId: params.id, ...body })),
  handle: answerOperation,
})

export const removeWalletsEndpoint = endpoint({
  ...WRITE,
  id: 'removeWallets',
  method: 'DELETE',
  path: '/v1/tokens/{id}/wallets',
  summary: 'Remove wallets',
  description: 'Removes wallets that hold no tokens. Each wallet has its own outcome.',
  params: tokenParams,
  body: removeBody,
  refusals: OF_WALLETS,
  prepare: async ({ params, body, tenant }) =>
    prepareOperation(tenant, await planRemove(tenant, { tokenId: params.id, ...body, isBatch: true })),
  handle: answerOperation,
})

export const freezeWalletEndpoint = endpoint({
  ...WRITE,
  id: 'freezeWallet',
  method: 'PATCH',
  path: '/v1/tokens/{id}/wallets/{address}',
  summary: 'Freeze a wallet',
  description: 'The wallet can neither send nor receive. Payments to it are withheld in the contract.',
  params: walletParams,
  body: freezeBody,
  refusals: OF_WALLETS,
  prepare: async ({ params, body, tenant }) =>
    prepareOperation(tenant, await planFreeze(tenant, { tokenId: params.id, address: params.address, ...body })),
  handle: answerOperation,
})

export const removeWalletEndpoint = endpoint({
  ...WRITE,
  id: 'removeWallet',
  method: 'DELETE',
  path: '/v1/tokens/{id}/wallets/{address}',
  summary: 'Remove a wallet',
  params: walletParams,
  refusals: OF_WALLETS,
  prepare: async ({ params, tenant }) =>
    prepareOperation(
      tenant,
      await planRemove(tenant, { tokenId: params.id, addresses: [params.address], isBatch: false }),
    ),
  handle: answerOperation,
})

export const getTokenYieldEndpoint = endpoint({
  ...READ,
  id: 'getTokenYield',
  path: '/v1/tokens/{id}/yield',
  summary: 'Read the coupons',
  params: tokenParams,
  refusals: { token_not_found: 'id', coupon_not_found: 'id' },
  replies: { 200: yieldView },
  async handle({ ctx, params }) {
    return reply(200, 'Coupons retrieved', await getYield(requireProject(ctx), params.id))
  },
})
