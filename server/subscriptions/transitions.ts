import type { subscriptions } from '@/db/schema'

export type SubscriptionStatus = (typeof subscriptions.$inferSelect)['status']

/**
 * The allowed moves from each state. `PENDING` waits for its money; `CANCELED` and `EXPIRED` are final: a new purchase
 * creates a new row.
 */
export const SUBSCRIPTION_MOVES = {
  PENDING: ['ACTIVE', 'CANCELED', 'EXPIRED'],
  ACTIVE: ['PAST_DUE', 'CANCELED', 'EXPIRED'],
  PAST_DUE: ['ACTIVE', 'CANCELED', 'EXPIRED'],
  CANCELED: [],
  EXPIRED: [],
} as const satisfies Record<SubscriptionStatus, readonly SubscriptionStatus[]>

/** States in which a plan grants its capabilities, including the grace period after its end. */
export const RUNNING_STATES = ['ACTIVE', 'PAST_DUE'] as const satisfies readonly SubscriptionStatus[]

const STATES = ['PENDING', 'ACTIVE', 'PAST_DUE', 'CANCELED', 'EXPIRED'] as const satisfies readonly SubscriptionStatus[]

/** Whether the table allows a move of a subscription from one state to another. */
export function canMove(from: SubscriptionStatus, to: SubscriptionStatus): boolean {
  const next: readonly SubscriptionStatus[] = SUBSCRIPTION_MOVES[from]
  return next.includes(to)
}

/** The states from which a subscription may change to this one: the condition of every update of a state. */
export function statesBefore(to: SubscriptionStatus): SubscriptionStatus[] {
  return STATES.filter((from) => canMove(from, to))
}
