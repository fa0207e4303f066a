import type { StateDisplay } from '@/components/ui/state-badge'
import type { ApprovalStatus } from '@/schemas/approvals/words'

export const APPROVAL_DISPLAYS = {
  pending: { tone: 'warning' },
  approved: { tone: 'success' },
  rejected: { tone: 'danger' },
  expired: { tone: 'neutral' },
} satisfies Record<ApprovalStatus, StateDisplay>
