import type { StateDisplay } from '@/components/ui/state-badge'
import { BLOCKED_ERROR } from '@/schemas/screening/words'
import type { TransactionView } from '@/schemas/transactions/contract'
import type { AttemptView } from '@/schemas/transactions/detail/contract'
import type { TransactionStage, TransactionStatus, TransactionType } from '@/schemas/transactions/words'

export const TRANSACTION_DISPLAYS = {
  PENDING: { tone: 'accent', busy: true },
  COMPLETED: { tone: 'success' },
  FAILED: { tone: 'danger' },
} satisfies Record<TransactionStatus, StateDisplay>

type TransactionState = TransactionStage | Exclude<TransactionStatus, 'PENDING'> | 'BLOCKED'

/** The state of a transaction, in more detail than its status: a pending transaction shows its stage. */
export const STATE_DISPLAYS = {
  awaiting_approval: { tone: 'warning', label: 'Awaiting approval' },
  queued: { tone: 'accent', busy: true },
  signed: { tone: 'accent', busy: true },
  broadcast: { tone: 'accent', busy: true },
  mined: { tone: 'accent', busy: true },
  final: { tone: 'accent', busy: true },
  COMPLETED: { tone: 'success' },
  FAILED: { tone: 'danger' },
  BLOCKED: { tone: 'danger', label: 'Address blocked' },
} satisfies Record<TransactionState, StateDisplay>

export function stateOf({
  status,
  stage,
  error,
}: Pick<TransactionView, 'status' | 'stage' | 'error'>): TransactionState {
  if (status === 'PENDING') return stage
  return error?.startsWith(BLOCKED_ERROR) ? 'BLOCKED' : status
}

export const OUTCOME_DISPLAYS = {
  unsent: { tone: 'neutral', label: 'Not sent yet' },
  accepted: { tone: 'success', label: 'Accepted by the node' },
  rejected: { tone: 'danger', label: 'Rejected by the node' },
  unknown: { tone: 'warning', label: 'Response unknown' },
} satisfies Record<AttemptView['outcome'], StateDisplay>

export const TYPE_NAMES = {
  TRANSFER: 'Transfer',
  SIGN: 'Signed transaction',
  DEPLOY: 'Deployment',
  TOKEN_OPERATION: 'Token operation',
  SWEEP: 'Sweep',
  FLOAT_RETURN: 'Gas return',
  GAS_TOPUP: 'Gas top-up',
  DELEGATE: 'Account delegation',
} as const satisfies Record<TransactionType, string>

/** The types of transactions that a business requests; the platform makes the other types. */
export const TYPE_OPTIONS = [
  { value: 'TRANSFER', label: TYPE_NAMES.TRANSFER },
  { value: 'SIGN', label: TYPE_NAMES.SIGN },
  { value: 'SWEEP', label: TYPE_NAMES.SWEEP },
] as const

export const STATUS_OPTIONS = [
  { value: 'PENDING', label: 'Pending' },
  { value: 'COMPLETED', label: 'Completed' },
  { value: 'FAILED', label: 'Failed' },
] as const
