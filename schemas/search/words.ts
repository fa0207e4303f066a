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
