export const SUBSCRIPTION_STATES = ['PENDING', 'ACTIVE', 'PAST_DUE', 'CANCELED', 'EXPIRED'] as const
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number]

/** The time for which the grants of a subscription last after its end, for late payments. */
export const GRACE_MS = 7 * 86_400_000
