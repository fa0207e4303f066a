import { z } from 'zod'
import { balanceView } from '@/schemas/ledger/contract'
import { walletBalancesView } from '@/schemas/wallets/balances/contract'
import {
  addressIndexParams,
  addressIndexQuery,
  chainView,
  countWalletsQuery,
  generateWalletsBody,
  listWalletsQuery,
  newWalletView,
  updateWalletBody,
  updateWalletParams,
  walletCount,
  walletIdParams,
  walletPage,
  walletView,
} from '@/schemas/wallets/contract'
import { endpoint, reply } from '@/server/api/endpoint'
import { openBusinessSeed } from '@/server/custody/open-business-seed'
import { getBalance } from '@/server/ledger/get-balance'
import { getBalancesByIndex } from '@/server/wallets/balances/get-balances'
import { countWallets } from '@/server/wallets/count-wallets'
import { createWallets } from '@/server/wallets/create-wallets'
import { deactivateWallet } from '@/server/wallets/deactivate-wallet'
import { findWalletUnderReference } from '@/server/wallets/find-wallet-under-reference'
import { getWalletByIndex } from '@/server/wallets/get-wallet-by-index'
import { listSupportedChains } from '@/server/wallets/list-supported-chains'
import { listWallets } from '@/server/wallets/list-wallets'
import { updateWallet } from '@/server/wallets/update-wallet'

export const createWalletsEndpoint = endpoint({
  id: 'createWallets',
  method: 'POST',
  path: '/v1/wallet/hd/generate',
  summary: 'Generate wallets',
  description:
    'Derives up to 200 wallets from the seed of the business. Address indices count up per chain type from 0, without gaps. Every project of the business may use them, until one is bound to a project in the portal.',
  tags: ['Wallets'],
  auth: 'liveKey',
  scope: 'wallet:write',
  capability: 'wallet.hd.generate',
  uses: ({ body }) => ({ 'wallets.created': body.count }),
  idempotent: true,
  rateLimit: 'write',
  body: generateWalletsBody,
  refusals: { key_service_unavailable: null, reference_used: 'reference' },
  replies: { 201: z.array(newWalletView) },
  prepare: ({ tenant, body: { chainType, count } }) => openBusinessSeed(tenant.businessId, [{ chainType, count }]),
  async findRepeated({ tenant, body }) {
    const made = await findWalletUnderReference(tenant, body)
    return made && reply(201, 'Wallets generated', [made])
  },
  async handle({ ctx, body, prepared: seed }) {
    return reply(201, 'Wallets generated', await createWallets({ ...ctx, seed }, body))
  },
})

export const listWalletsEndpoint = endpoint({
  id: 'listWallets',
  method: 'GET',
  path: '/v1/wallet/hd',
  summary: 'List wallets',
  description:
    'Newest first. If the platform was restored from a backup, a wallet that the backup lacks is listed again once it receives something or gets a label. Until then it is read by its address or index, with the purpose `RESTORED`.',
  tags: ['Wallets'],
  auth: 'liveKey',
  scope: 'wallet:read',
  capability: 'wallet.hd.read',
  rateLimit: 'read',
  query: listWalletsQuery,
  replies: { 200: walletPage },
  async handle({ ctx, query }) {
    const { items, total, page, pageSize } = await listWallets(ctx, query)
    return reply(200, 'Wallets retrieved', { items, total, page, pageSize })
  },
})

export const updateWalletEndpoint = endpoint({
  id: 'updateWallet',
  method: 'PATCH',
  path: '/v1/wallet/hd/{id}',
  summary: 'Update a wallet',
  description:
    'Sets its label and its metadata, which are for your own use. Omitted fields do not change. A deactivated wallet can be updated too.',
  tags: ['Wallets'],
  auth: 'liveKey',
  scope: 'wallet:write',
  capability: 'wallet.hd.generate',
  rateLimit: 'write',
  params: updateWalletParams,
  body: updateWalletBody,
  refusals: { wallet_not_found: 'id', wallet_foreign: 'id' },
  replies: { 200: walletView },
  async handle({ ctx, params: { id: walletId }, body }) {
    return reply(200, 'Wallet updated', await updateWallet(ctx, { walletId, ...body }))
  },
})

export const getWalletByIndexEndpoint = endpoint({
  id: 'getWalletByIndex',
  method: 'GET',
  path: '/v1/wallet/hd/address-index/{addressIndex}',
  summary: 'Read a wallet by its address index',
  tags: ['Wallets'],
  auth: 'liveKey',
  scope: 'wallet:read',
  capability: 'wallet.hd.read',
  rateLimit: 'read',
  params: addressIndexParams,
  query: addressIndexQuery,
  refusals: { wallet_not_found: 'addressIndex', wallet_foreign: 'addressIndex' },
  replies: { 200: walletView },
  async handle({ ctx, params, query }) {
    return reply(200, 'Wallet retrieved', await getWalletByIndex(ctx, { ...params, ...query }))
  },
})

export const getWalletBalancesEndpoint = endpoint({
  id: 'getWalletBalances',
  method: 'GET',
  path: '/v1/wallet/hd/address-index/{addressIndex}/balances',
  summary: 'Read the balances of a wallet',
  description:
    'Coins and supported tokens (`GET /v1/wallet/chains`) on every enabled chain of its type. All balances of a chain are of one block, which need not be final. On Solana, tokens of associated accounts. Chains that could not be read are in `unavailable`.',
  tags: ['Wallets'],
  auth: 'liveKey',
  scope: 'wallet:read',
  capability: 'wallet.hd.read',
  rateLimit: 'read',
  params: addressIndexParams,
  query: addressIndexQuery,
  refusals: { wallet_not_found: 'addressIndex', wallet_foreign: 'addressIndex' },
  replies: { 200: walletBalancesView },
  async handle({ ctx, params, query }) {
    return reply(200, 'Balances retrieved', await getBalancesByIndex(ctx, { ...params, ...query }))
  },
})

export const countWalletsEndpoint = endpoint({
  id: 'countWallets',
  method: 'GET',
  path: '/v1/wallet/hd/count',
  summary: 'Count wallets',
  tags: ['Wallets'],
  auth: 'liveKey',
  scope: 'wallet:read',
  capability: 'wallet.hd.read',
  rateLimit: 'read',
  query: countWalletsQuery,
  replies: { 200: walletCount },
  async handle({ ctx, query }) {
    return reply(200, 'Wallets counted', await countWallets(ctx, query))
  },
})

export const deactivateWalletEndpoint = endpoint({
  id: 'deactivateWallet',
  method: 'POST',
  path: '/v1/wallet/hd/deactivate/{walletId}',
  summary: 'Deactivate a wallet',
  description:
    'Deactivation is final. Accepted transactions continue, and new ones are refused. The tokenAdmin of a token that has holders, is being issued or has a mint in progress cannot be deactivated.',
  tags: ['Wallets'],
  auth: 'liveKey',
  scope: 'wallet:write',
  capability: 'wallet.hd.deactivate',
  rateLimit: 'write',
  params: walletIdParams,
  refusals: { wallet_not_found: 'walletId', wallet_foreign: 'walletId', wallet_runs_token: 'walletId' },
  replies: { 200: z.null() },
  async handle({ ctx, params }) {
    await deactivateWallet(ctx, params.walletId)
    return reply(200, 'Wallet deactivated', null)
  },
})

export const getBalanceEndpoint = endpoint({
  id: 'getBalance',
  method: 'GET',
  path: '/v1/wallet/balance',
  summary: 'Read the USD balance',
  description:
    'Mainnet gas is debited from this balance: `available` for new transactions, `reserved` for pending ones.',
  tags: ['Wallets'],
  auth: 'liveKey',
  scope: 'wallet:read',
  capability: 'wallet.balance.read',
  rateLimit: 'read',
  replies: { 200: balanceView },
  async handle({ ctx }) {
    return reply(200, 'Balance retrieved', await getBalance(ctx))
  },
})

export const listChainsEndpoint = endpoint({
  id: 'listChains',
  method: 'GET',
  path: '/v1/wallet/chains',
  summary: 'List supported chains',
  tags: ['Wallets'],
  auth: 'liveKey',
  scope: 'wallet:read',
  rateLimit: 'read',
  replies: { 200: z.array(chainView) },
  async handle() {
    return reply(200, 'Chains retrieved', await listSupportedChains())
  },
})
