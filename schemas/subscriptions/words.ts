export const SUBSCRIPTION_STATES = ['PENDING', 'ACTIVE', 'PAST_DUE', 'CANCELED', 'EXPIRED'] as const
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number]
