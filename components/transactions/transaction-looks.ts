import type { StateLook } from '@/components/ui/state-badge'
import type { AttemptView, TransactionStatus } from '@/server/transactions/contract'

export const TRANSACTION_LOOKS = {
  PENDING: { tone: 'accent', busy: true },
  COMPLETED: { tone: 'success' },
  FAILED: { tone: 'danger' },
} satisfies Record<TransactionStatus, StateLook>

export const OUTCOME_LOOKS = {
  unsent: { tone: 'neutral', label: 'Not sent yet' },
  accepted: { tone: 'success', label: 'Accepted by the node' },
  rejected: { tone: 'danger', label: 'Rejected by the node' },
  unknown: { tone: 'warning', label: 'Answer unknown' },
} satisfies Record<AttemptView['outcome'], StateLook>

export const TYPE_NAMES = {
  TRANSFER: 'Transfer',
  SIGN: 'Signed transaction',
  DEPLOY: 'Deployment',
  TOKEN_OPERATION: 'Token operation',
  SWEEP: 'Sweep',
  GAS_TOPUP: 'Gas top-up',
  DELEGATE: 'Account delegation',
} as const

export const STATUS_OPTIONS = [
  { value: 'PENDING', label: 'Pending' },
  { value: 'COMPLETED', label: 'Completed' },
  { value: 'FAILED', label: 'Failed' },
] as const
