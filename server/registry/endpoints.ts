import type { Endpoint } from '@/server/api/endpoint'
import { createToken, getJwks, getOAuthMetadata, rotateKeys } from '@/server/keys/endpoints'
import { getPlansOfProduct, getProducts } from '@/server/plans/endpoints'
import { addToAllowlist, listAllowlist, removeFromAllowlist } from '@/server/projects/endpoints'
import { initiateTransfer, readHistory, readTransaction, signTransaction } from '@/server/transactions/endpoints'
import {
  countWalletsEndpoint,
  createWalletsEndpoint,
  deactivateWalletEndpoint,
  getBalanceEndpoint,
  getWalletByIndexEndpoint,
  listChainsEndpoint,
  listWalletsEndpoint,
} from '@/server/wallets/endpoints'

/** Every operation there is, in the order the reference shows them. */
export const ENDPOINTS: readonly Endpoint[] = [
  createToken,
  getJwks,
  getOAuthMetadata,
  createWalletsEndpoint,
  listWalletsEndpoint,
  getWalletByIndexEndpoint,
  countWalletsEndpoint,
  deactivateWalletEndpoint,
  getBalanceEndpoint,
  listChainsEndpoint,
  initiateTransfer,
  signTransaction,
  readTransaction,
  readHistory,
  getPlansOfProduct,
  getProducts,
  addToAllowlist,
  listAllowlist,
  removeFromAllowlist,
  rotateKeys,
]
