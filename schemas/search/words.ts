/** The maximum length of an idempotency key. */
export const MAX_SEARCH_LETTERS = 255

/** The kinds that the people of a project find. */
export const OWN_HIT_KINDS = [
  'wallet',
  'transaction',
  'deposit',
  'subscription',
  'log',
  'endpoint',
  'message',
  'request',
  'payment',
  'token',
  'key',
  'person',
  'planSubscription',
] as const
export type OwnHitKind = (typeof OWN_HIT_KINDS)[number]

export const HIT_KINDS = ['business', 'project', ...OWN_HIT_KINDS] as const
export type HitKind = (typeof HIT_KINDS)[number]
