import type { TransactionView } from '@/server/transactions/contract'

export type RequestKind = 'cancel' | 'speed_up'

type Asked = Pick<TransactionView, 'status' | 'stage' | 'chainType'>

/** Why the engine cannot be asked that of a transaction now, for `disabledReason`; null when it can. */
export function requestProblem(kind: RequestKind, { status, stage, chainType }: Asked): string | null {
  if (status !== 'PENDING') return 'It has ended'
  if (stage === 'mined' || stage === 'final') return 'A block holds it already'
  const wasSigned = stage === 'signed' || stage === 'broadcast'
  if (wasSigned && chainType === 'SOLANA') return 'On Solana it can only be included or expire'
  if (kind === 'speed_up' && !wasSigned) return 'It was not sent yet'
  return null
}
