import type { StateDisplay } from '@/components/ui/state-badge'
import type { ApiKeyView, NamedKeyView } from '@/schemas/keys/contract'

export const KEY_DISPLAYS = {
  active: { tone: 'success' },
  expiring: { tone: 'warning', label: 'Expiring' },
  expired: { tone: 'neutral' },
  revoked: { tone: 'neutral' },
} satisfies Record<ApiKeyView['status'], StateDisplay>

/** How a key begins and ends. */
export function keyEnds({ prefix, lastFour }: Pick<ApiKeyView, 'prefix' | 'lastFour'>): string {
  return `${prefix}…${lastFour}`
}

/** What tells a key apart from others: the name of its pair, if it has one, and its ends. */
export function keyName(key: Pick<NamedKeyView, 'name' | 'prefix' | 'lastFour'>): string {
  return key.name ? `${key.name}, ${keyEnds(key)}` : keyEnds(key)
}

export const OVERLAP_OPTIONS = [
  { value: '0', label: 'Expire immediately' },
  { value: '1', label: 'Expire in 1 hour' },
  { value: '24', label: 'Expire in 24 hours' },
  { value: '168', label: 'Expire in 7 days' },
] as const
export type OverlapOption = (typeof OVERLAP_OPTIONS)[number]['value']

export const OVERLAP_HOURS = { '0': 0, '1': 1, '24': 24, '168': 168 } as const satisfies Record<OverlapOption, number>
