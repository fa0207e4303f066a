import type { StateDisplay } from '@/components/ui/state-badge'
import type { DepositStage, ScreeningStatus } from '@/schemas/deposits/words'

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

export const SCREENING_DISPLAYS = {
  FLAGGED: { tone: 'warning', label: 'Flagged' },
  KEPT: { tone: 'warning', label: 'Flag kept' },
  CLEARED: { tone: 'neutral', label: 'Cleared' },
} satisfies Record<ScreeningStatus, StateDisplay>
