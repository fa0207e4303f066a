export const HIT_KINDS = [
  'business',
  'project',
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
  'person',
] as const
export type HitKind = (typeof HIT_KINDS)[number]

/** The kinds that the people of a project find. Their business and their colleagues have pages of their own. */
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
] as const satisfies readonly HitKind[]
export type OwnHitKind = (typeof OWN_HIT_KINDS)[number]
