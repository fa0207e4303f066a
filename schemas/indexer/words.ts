/** Families of chains (spec 4.9). */
export const NETWORK_CODES = ['ATC', 'BSC', 'ETH', 'BASE', 'POL', 'SOL', 'LISK'] as const
export type NetworkCode = (typeof NETWORK_CODES)[number]

/**
 * The keys of the catalog. A log that fits several keys counts for the first subscribed one: a mint is a transfer too.
 */
export const EVENT_KEYS = [
  'mint',
  'burn',
  'transfer',
  'approval',
  'approval_for_all',
  'ownership_transferred',
  'paused',
  'unpaused',
  'role_granted',
  'role_revoked',
  'upgraded',
  'deposit',
  'withdrawal',
  'swap',
] as const
export type EventKey = (typeof EVENT_KEYS)[number]

/** The events of token programs on Solana. */
const SOLANA_EVENT_KEYS = ['mint', 'burn', 'transfer'] as const satisfies readonly EventKey[]

export function isEventKey(text: string): text is EventKey {
  return EVENT_KEYS.some((key) => key === text)
}

export function isSolanaKey(text: string): boolean {
  return SOLANA_EVENT_KEYS.some((key) => key === text)
}

/** The entries of a subscription's `events` that its chain family does not support, as `field: message`. */
export function foreignEventProblems(chainType: 'EVM' | 'SOLANA', events: readonly string[]): string[] {
  if (chainType === 'EVM') return []
  return events.flatMap((text, n) =>
    isSolanaKey(text) ? [] : [`events.${n}: Solana has ${SOLANA_EVENT_KEYS.join(', ')}`],
  )
}

/** The outcomes of an attempt to deliver. */
export const LOG_STATUSES = ['delivered', 'failed'] as const
export type LogStatus = (typeof LOG_STATUSES)[number]
