import type { StateDisplay } from '@/components/ui/state-badge'
import type { DepositStage } from '@/schemas/deposits/words'

export const DEPOSIT_DISPLAYS = {
  seen: { tone: 'accent', busy: true },
  confirmed: { tone: 'success' },
  reverted: { tone: 'danger' },
} satisfies Record<DepositStage, StateDisplay>

export const STAGE_OPTIONS = [
  { value: 'seen', label: 'Seen' },
  { value: 'confirmed', label: 'Confirmed' },
  { value: 'reverted', label: 'Reverted' },
] as const
