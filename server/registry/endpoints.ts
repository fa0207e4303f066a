import type { Endpoint } from '@/server/api/endpoint'
import { listDepositsEndpoint } from '@/server/deposits/endpoints'
import {
  createIndexerSubscriptionEndpoint,
  deleteIndexerSubscriptionEndpoint,
  getIndexerLogEndpoint,
  getIndexerSubscriptionEndpoint,
  listEventTypesEndpoint,
  listIndexerLogsEndpoint,
  listIndexerSubscriptionsEndpoint,
  resendIndexerLogEndpoint,
  rotateIndexerSecretEndpoint,
  testIndexerSubscriptionEndpoint,
  updateIndexerSubscriptionEndpoint,
} from '@/server/indexer/endpoints'
import {
  createTokenEndpoint,
  getJwksEndpoint,
  getOAuthMetadataEndpoint,
  rotateKeysEndpoint,
} from '@/server/keys/endpoints'
import { listPlansOfProductEndpoint, listProductsEndpoint } from '@/server/plans/endpoints'
import {
  allowIpAddressEndpoint,
  listAllowedIpAddressesEndpoint,
  removeAllowedIpAddressEndpoint,
} from '@/server/projects/endpoints'
import {
  createTransferEndpoint,
  getTransactionEndpoint,
  listTransactionsEndpoint,
  signTransactionEndpoint,
} from '@/server/transactions/endpoints'
import {
  countWalletsEndpoint,
  createWalletsEndpoint,
  deactivateWalletEndpoint,
  getBalanceEndpoint,
  getWalletBalancesEndpoint,
  getWalletByIndexEndpoint,
  listChainsEndpoint,
  listWalletsEndpoint,
} from '@/server/wallets/endpoints'
import {
  createWebhookEndpointEndpoint,
  deleteWebhookEndpointEndpoint,
  getWebhookEndpointEndpoint,
  listWebhookEndpointsEndpoint,
  rotateEndpointSecretEndpoint,
  testWebhookEndpointEndpoint,
  updateWebhookEndpointEndpoint,
} from '@/server/webhooks/endpoints'

/** Every operation there is, in the order the reference shows them. */
export const ENDPOINTS: readonly Endpoint[] = [
  createTokenEndpoint,
  getJwksEndpoint,
  getOAuthMetadataEndpoint,
  createWalletsEndpoint,
  listWalletsEndpoint,
  getWalletByIndexEndpoint,
  getWalletBalancesEndpoint,
  countWalletsEndpoint,
  deactivateWalletEndpoint,
  getBalanceEndpoint,
  listChainsEndpoint,
  createTransferEndpoint,
  signTransactionEndpoint,
  getTransactionEndpoint,
  listTransactionsEndpoint,
  listDepositsEndpoint,
  listPlansOfProductEndpoint,
  listProductsEndpoint,
  createIndexerSubscriptionEndpoint,
  listIndexerSubscriptionsEndpoint,
  getIndexerSubscriptionEndpoint,
  updateIndexerSubscriptionEndpoint,
  deleteIndexerSubscriptionEndpoint,
  rotateIndexerSecretEndpoint,
  testIndexerSubscriptionEndpoint,
  listIndexerLogsEndpoint,
  getIndexerLogEndpoint,
  resendIndexerLogEndpoint,
  listEventTypesEndpoint,
  createWebhookEndpointEndpoint,
  listWebhookEndpointsEndpoint,
  getWebhookEndpointEndpoint,
  updateWebhookEndpointEndpoint,
  deleteWebhookEndpointEndpoint,
  rotateEndpointSecretEndpoint,
  testWebhookEndpointEndpoint,
  allowIpAddressEndpoint,
  listAllowedIpAddressesEndpoint,
  removeAllowedIpAddressEndpoint,
  rotateKeysEndpoint,
]
