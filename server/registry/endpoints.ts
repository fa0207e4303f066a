import type { Endpoint } from '@/server/api/endpoint'
import { listDepositsEndpoint } from '@/server/deposits/endpoints'
import { listEventTypesEndpoint } from '@/server/indexer/catalog/endpoints'
import {
  getIndexerLogEndpoint,
  listIndexerLogsEndpoint,
  resendIndexerLogEndpoint,
} from '@/server/indexer/logs/endpoints'
import {
  cancelIndexerReplayEndpoint,
  createIndexerReplayEndpoint,
  getIndexerReplayEndpoint,
  listIndexerReplaysEndpoint,
} from '@/server/indexer/replays/endpoints'
import {
  createIndexerSubscriptionEndpoint,
  deleteIndexerSubscriptionEndpoint,
  getIndexerSubscriptionEndpoint,
  listIndexerSubscriptionsEndpoint,
  recoverIndexerSubscriptionEndpoint,
  rotateIndexerSecretEndpoint,
  testIndexerSubscriptionEndpoint,
  updateIndexerSubscriptionEndpoint,
} from '@/server/indexer/subscriptions/endpoints'
import {
  createTokenEndpoint,
  getJwksEndpoint,
  getOAuthMetadataEndpoint,
  rotateKeysEndpoint,
} from '@/server/keys/endpoints'
import {
  getPaymentEndpoint,
  listPaymentsEndpoint,
  listPaymentsOfSubscriptionEndpoint,
  quotePaymentEndpoint,
  subscribeEndpoint,
} from '@/server/payments/endpoints'
import { receiveProviderWebhookEndpoint } from '@/server/payments/providers/events/endpoints'
import { listPlansOfProductEndpoint, listProductsEndpoint } from '@/server/plans/endpoints'
import {
  allowIpAddressEndpoint,
  listAllowedIpAddressesEndpoint,
  removeAllowedIpAddressEndpoint,
} from '@/server/projects/endpoints'
import {
  cancelSubscriptionEndpoint,
  listSubscriptionsEndpoint,
  setAutoRenewEndpoint,
} from '@/server/subscriptions/endpoints'
import { getTokenEndpoint, issueTokenEndpoint, listTokensEndpoint } from '@/server/tokens/endpoints'
import {
  freezeWalletEndpoint,
  getTokenYieldEndpoint,
  listRegisteredWalletsEndpoint,
  listTokenHoldersEndpoint,
  registerWalletsEndpoint,
  removeWalletEndpoint,
  removeWalletsEndpoint,
} from '@/server/tokens/holders/endpoints'
import {
  burnTokenEndpoint,
  callTokenEndpoint,
  getTokenOperationEndpoint,
  listTokenOperationsEndpoint,
  mintTokenEndpoint,
  pauseTokenEndpoint,
  payCouponEndpoint,
  transferTokenEndpoint,
  unpauseTokenEndpoint,
} from '@/server/tokens/operations/endpoints'
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
  recoverWebhookEndpointEndpoint,
  rotateWebhookEndpointSecretEndpoint,
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
  receiveProviderWebhookEndpoint,
  quotePaymentEndpoint,
  subscribeEndpoint,
  listPaymentsEndpoint,
  getPaymentEndpoint,
  listPaymentsOfSubscriptionEndpoint,
  listSubscriptionsEndpoint,
  cancelSubscriptionEndpoint,
  setAutoRenewEndpoint,
  createIndexerSubscriptionEndpoint,
  listIndexerSubscriptionsEndpoint,
  getIndexerSubscriptionEndpoint,
  updateIndexerSubscriptionEndpoint,
  deleteIndexerSubscriptionEndpoint,
  rotateIndexerSecretEndpoint,
  testIndexerSubscriptionEndpoint,
  recoverIndexerSubscriptionEndpoint,
  createIndexerReplayEndpoint,
  listIndexerReplaysEndpoint,
  getIndexerReplayEndpoint,
  cancelIndexerReplayEndpoint,
  listIndexerLogsEndpoint,
  getIndexerLogEndpoint,
  resendIndexerLogEndpoint,
  listEventTypesEndpoint,
  issueTokenEndpoint,
  listTokensEndpoint,
  getTokenEndpoint,
  mintTokenEndpoint,
  burnTokenEndpoint,
  transferTokenEndpoint,
  pauseTokenEndpoint,
  unpauseTokenEndpoint,
  listTokenHoldersEndpoint,
  listRegisteredWalletsEndpoint,
  registerWalletsEndpoint,
  removeWalletsEndpoint,
  freezeWalletEndpoint,
  removeWalletEndpoint,
  getTokenYieldEndpoint,
  payCouponEndpoint,
  callTokenEndpoint,
  listTokenOperationsEndpoint,
  getTokenOperationEndpoint,
  createWebhookEndpointEndpoint,
  listWebhookEndpointsEndpoint,
  getWebhookEndpointEndpoint,
  updateWebhookEndpointEndpoint,
  deleteWebhookEndpointEndpoint,
  rotateWebhookEndpointSecretEndpoint,
  testWebhookEndpointEndpoint,
  recoverWebhookEndpointEndpoint,
  allowIpAddressEndpoint,
  listAllowedIpAddressesEndpoint,
  removeAllowedIpAddressEndpoint,
  rotateKeysEndpoint,
]
