import type { Endpoint } from '@/server/api/endpoint'
import { createBatchEndpoint } from '@/server/transactions/batch-endpoint'
import { callContractEndpoint, readContractEndpoint } from '@/transport/contracts/endpoints'
import { listDepositsEndpoint } from '@/transport/deposits/endpoints'
import { listEventTypesEndpoint } from '@/transport/indexer/catalog/endpoints'
import {
  getIndexerLogEndpoint,
  listIndexerLogsEndpoint,
  resendIndexerLogEndpoint,
} from '@/transport/indexer/logs/endpoints'
import {
  cancelIndexerReplayEndpoint,
  createIndexerReplayEndpoint,
  getIndexerReplayEndpoint,
  listIndexerReplaysEndpoint,
} from '@/transport/indexer/replays/endpoints'
import {
  createIndexerSubscriptionEndpoint,
  deleteIndexerSubscriptionEndpoint,
  getIndexerSubscriptionEndpoint,
  listIndexerSubscriptionsEndpoint,
  recoverIndexerSubscriptionEndpoint,
  rotateIndexerSecretEndpoint,
  testIndexerSubscriptionEndpoint,
  updateIndexerSubscriptionEndpoint,
} from '@/transport/indexer/subscriptions/endpoints'
import {
  createTokenEndpoint,
  getJwksEndpoint,
  getOAuthMetadataEndpoint,
  rotateKeysEndpoint,
} from '@/transport/keys/endpoints'
import { signMessageEndpoint } from '@/transport/messages/endpoints'
import {
  getPaymentEndpoint,
  listPaymentsEndpoint,
  listPaymentsOfSubscriptionEndpoint,
  quotePaymentEndpoint,
  subscribeEndpoint,
} from '@/transport/payments/endpoints'
import { receiveProviderWebhookEndpoint } from '@/transport/payments/providers/events/endpoints'
import { listPlansOfProductEndpoint, listProductsEndpoint } from '@/transport/plans/endpoints'
import {
  allowIpAddressEndpoint,
  listAllowedIpAddressesEndpoint,
  removeAllowedIpAddressEndpoint,
} from '@/transport/projects/endpoints'
import {
  blockAddressesEndpoint,
  listBlockedAddressesEndpoint,
  unblockAddressEndpoint,
} from '@/transport/screening/endpoints'
import {
  cancelSubscriptionEndpoint,
  listSubscriptionsEndpoint,
  setAutoRenewEndpoint,
} from '@/transport/subscriptions/endpoints'
import {
  createSweepRuleEndpoint,
  deleteSweepRuleEndpoint,
  getSweepRuleEndpoint,
  listSweepRulesEndpoint,
  updateSweepRuleEndpoint,
} from '@/transport/sweeps/endpoints'
import { getTokenEndpoint, issueTokenEndpoint, listTokensEndpoint } from '@/transport/tokens/endpoints'
import {
  freezeWalletEndpoint,
  getTokenYieldEndpoint,
  listRegisteredWalletsEndpoint,
  listTokenHoldersEndpoint,
  registerWalletsEndpoint,
  removeWalletEndpoint,
  removeWalletsEndpoint,
} from '@/transport/tokens/holders/endpoints'
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
} from '@/transport/tokens/operations/endpoints'
import {
  createTransferEndpoint,
  estimateTransferEndpoint,
  getTransactionEndpoint,
  listTransactionsEndpoint,
  signTransactionEndpoint,
} from '@/transport/transactions/endpoints'
import { cancelTransactionEndpoint, speedUpTransactionEndpoint } from '@/transport/transactions/open/endpoints'
import {
  countWalletsEndpoint,
  createWalletsEndpoint,
  deactivateWalletEndpoint,
  getBalanceEndpoint,
  getWalletBalancesEndpoint,
  getWalletByIndexEndpoint,
  listChainsEndpoint,
  listWalletsEndpoint,
  updateWalletEndpoint,
} from '@/transport/wallets/endpoints'
import {
  createWebhookEndpointEndpoint,
  deleteWebhookEndpointEndpoint,
  getWebhookEndpointEndpoint,
  listWebhookEndpointsEndpoint,
  recoverWebhookEndpointEndpoint,
  rotateWebhookEndpointSecretEndpoint,
  streamEventsEndpoint,
  testWebhookEndpointEndpoint,
  updateWebhookEndpointEndpoint,
} from '@/transport/webhooks/endpoints'

/** Every operation there is, in the order the reference shows them. */
export const ENDPOINTS: readonly Endpoint[] = [
  createTokenEndpoint,
  getJwksEndpoint,
  getOAuthMetadataEndpoint,
  createWalletsEndpoint,
  listWalletsEndpoint,
  updateWalletEndpoint,
  getWalletByIndexEndpoint,
  getWalletBalancesEndpoint,
  countWalletsEndpoint,
  deactivateWalletEndpoint,
  getBalanceEndpoint,
  listChainsEndpoint,
  createTransferEndpoint,
  createBatchEndpoint,
  createSweepRuleEndpoint,
  listSweepRulesEndpoint,
  getSweepRuleEndpoint,
  updateSweepRuleEndpoint,
  deleteSweepRuleEndpoint,
  blockAddressesEndpoint,
  listBlockedAddressesEndpoint,
  unblockAddressEndpoint,
  estimateTransferEndpoint,
  signTransactionEndpoint,
  signMessageEndpoint,
  callContractEndpoint,
  readContractEndpoint,
  cancelTransactionEndpoint,
  speedUpTransactionEndpoint,
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
  streamEventsEndpoint,
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
