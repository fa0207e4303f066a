import type { StateDisplay } from '@/components/ui/state-badge'
import { PROVIDER_TITLES } from '@/schemas/payments/providers/words'
import type { AreaState, StatusArea, StatusSubject } from '@/schemas/status/contract'

export const AREA_DISPLAYS = {
  operational: { tone: 'success', label: 'Operational' },
  degraded: { tone: 'warning', label: 'Degraded' },
  down: { tone: 'danger', label: 'Down' },
} satisfies Record<AreaState, StateDisplay>

/** The sentence about the whole installation. */
export const STATUS_SENTENCES = {
  operational: 'All systems are operational',
  degraded: 'Some systems are degraded',
  down: 'Some systems are down',
} satisfies Record<AreaState, string>

export function nameOf(subject: StatusSubject): string {
  switch (subject.kind) {
    case 'api':
      return 'API'
    case 'webhooks':
      return 'Webhooks'
    case 'chain':
      return subject.name
    case 'provider':
      return PROVIDER_TITLES[subject.name]
    default:
      return subject satisfies never
  }
}

type Group = 'Platform' | 'Mainnets' | 'Testnets' | 'Payment providers'

function groupOf(subject: StatusSubject): Group {
  if (subject.kind === 'chain') return subject.network === 'MAINNET' ? 'Mainnets' : 'Testnets'
  return subject.kind === 'provider' ? 'Payment providers' : 'Platform'
}

const GROUPS: readonly Group[] = ['Platform', 'Mainnets', 'Testnets', 'Payment providers']

/** The areas under their headings; without headings that have none. */
export function toGroups(areas: readonly StatusArea[]): { name: Group; areas: StatusArea[] }[] {
  return GROUPS.map((name) => ({ name, areas: areas.filter(({ subject }) => groupOf(subject) === name) })).filter(
    ({ areas }) => areas.length > 0,
  )
}
