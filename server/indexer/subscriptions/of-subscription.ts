import { indexerSubscriptionParams } from '@/schemas/indexer/contract'

/** The common part of every operation that names a subscription. */
export const OF_SUBSCRIPTION = {
  tags: ['Blockchain events'],
  auth: 'liveKey',
  capability: 'indexer.subscription.update',
  params: indexerSubscriptionParams,
  refusals: { indexer_subscription_not_found: 'id' },
} as const
