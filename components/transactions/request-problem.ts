import type { TransactionView } from '@/schemas/transactions/contract'

export type RequestKind = 'cancel' | 'speed_up'

type RequestTarget = Pick<TransactionView, 'status' | 'stage' | 'chainType'>

/** The reason why the request is not possible now, for `disabledReason`; null if it is. */
export function requestProblem(kind: RequestKind, { status, stage, chainType }: RequestTarget): string | null {
  if (status !== 'PENDING') return 'The transaction has ended'
  if (stage === 'mined' || stage === 'final') return 'The transaction is already mined'
  const wasSigned = stage === 'signed' || stage === 'broadcast'
  if (wasSigned && chainType === 'SOLANA') return 'Not available on Solana'
  if (kind === 'speed_up' && !wasSigned) return 'The transaction has not been sent yet'
  return null
}
