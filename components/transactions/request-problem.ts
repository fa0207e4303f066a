import type { TransactionView } from '@/schemas/transactions/contract'

export type RequestKind = 'cancel' | 'speed_up'

type Asked = Pick<TransactionView, 'status' | 'stage' | 'chainType'>

/** Why the engine cannot be asked that of a transaction now, for `disabledReason`; null when it can. */
export function requestProblem(kind: RequestKind, { status, stage, chainType }: Asked): string | null {
  if (status !== 'PENDING') return 'The transaction has ended'
  if (stage === 'mined' || stage === 'final') return 'The transaction is already mined'
  const wasSigned = stage === 'signed' || stage === 'broadcast'
  if (wasSigned && chainType === 'SOLANA') return 'Not available on Solana'
  if (kind === 'speed_up' && !wasSigned) return 'The transaction has not been sent yet'
  return null
}
