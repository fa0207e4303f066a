import type { approvals, transactionAttempts } from '@/db/schema'
import { isBlockedText } from '@/schemas/screening/words'
import type { TransactionView } from '@/schemas/transactions/contract'
import type { Explanation, Remedy } from '@/schemas/transactions/life/contract'
import { SWEEP_OUTDATED } from '@/server/chains/shortage-texts'
import { ANSWERED_FALSE, TOKEN_MOVED_NOTHING, TOKEN_REFUSED, TOKEN_TAKES_FEE } from '@/server/chains/token-texts'
import { missingOf } from '@/server/money/missing-of'
import { formatUtc } from '@/server/text/format-utc'

type Facts = {
  transaction: TransactionView
  walletId: string
  /** The reason why an operator must check it; null if none must. */
  needsOperator: string | null
  suspended: 'project' | 'business' | null
  /** The oldest transaction that the same nonce queue has to mine first, and how many there are. */
  ahead: { id: string; count: number } | null
  approval: typeof approvals.$inferSelect | null
  newest: typeof transactionAttempts.$inferSelect | undefined
  lane: { blockedReason: string | null; blockedSince: Date | null; blockedCount: number | null; notBefore: Date | null }
}

const SEND_AGAIN: Remedy = { kind: 'send_again', label: 'Send again' }
const SCREENING: Remedy = { kind: 'screening', label: 'Open address screening' }
const SUPPORT: Remedy = { kind: 'support', label: 'Contact support with the transaction id' }

/** The reason why a transaction failed or waits, from its rows; null if it is in progress or completed. */
export function explainStatus(facts: Facts): Explanation | null {
  const { transaction } = facts
  if (transaction.status === 'FAILED') return failed(facts)
  if (transaction.status === 'PENDING') return waiting(facts)
  return null
}

/** Causes that the text of a record names, the first that fits. */
const CAUSES: readonly {
  code: string
  fits: (error: string) => boolean
  remedies: readonly Remedy[]
  cause?: string
}[] = [
  { code: 'token_takes_fee', fits: (error) => error.startsWith(TOKEN_TAKES_FEE), remedies: [] },
  {
    code: 'token_refused',
    fits: (error) => error.startsWith(TOKEN_REFUSED) || error.endsWith(ANSWERED_FALSE),
    remedies: [SUPPORT],
  },
  { code: 'token_moved_nothing', fits: (error) => error.startsWith(TOKEN_MOVED_NOTHING), remedies: [SUPPORT] },
  {
    code: 'cancelled',
    fits: (error) => /cancelled/i.test(error),
    remedies: [SEND_AGAIN],
    cause: 'The request to cancel it',
  },
  { code: 'nonce_used', fits: (error) => error.startsWith('Its nonce was used'), remedies: [SEND_AGAIN, SUPPORT] },
  {
    code: 'address_blocked',
    fits: isBlockedText,
    remedies: [SCREENING],
    cause: 'A list of blocked addresses, of the business or of the platform',
  },
  {
    code: 'sweep_outdated',
    fits: (error) => error === SWEEP_OUTDATED,
    remedies: [],
    cause: 'What the wallet sent since its balance was read',
  },
  { code: 'account_frozen', fits: (error) => /frozen/i.test(error), remedies: [SUPPORT] },
]

function failed(facts: Facts): Explanation {
  const { transaction, walletId, approval } = facts
  const error = transaction.error ?? 'The transaction failed'
  const base = {
    state: 'failed',
    title: 'The transaction failed',
    why: error,
    shortfall: null,
    facts: numbersOf(facts),
  } as const
  if (approval && approval.status !== 'approved' && approval.status !== 'pending') {
    const cause = `Approval asked ${formatUtc(approval.createdAt)}: ${approval.reason}`
    const policy: Remedy = { kind: 'policy', label: 'Open the policy' }
    return { ...base, code: `approval_${approval.status}`, cause, remedies: [SEND_AGAIN, policy] }
  }
  const { shortfall } = transaction
  if (shortfall) {
    const missing = missingOf(shortfall)
    const isUsd = shortfall.unit === 'USD'
    const remedy: Remedy = isUsd
      ? { kind: 'top_up', label: 'Top up the balance' }
      : { kind: 'fund_wallet', label: missing ? `Fund the wallet with ${missing}` : 'Fund the wallet', id: walletId }
    const cause = isUsd ? 'USD balance of the business' : `Balance of the wallet ${transaction.fromAddress}`
    const remedies = [remedy, SEND_AGAIN]
    return { ...base, code: isUsd ? 'insufficient_balance' : 'insufficient_funds', cause, shortfall, remedies }
  }
  const match = CAUSES.find(({ fits }) => fits(error))
  if (match) return { ...base, code: match.code, cause: match.cause ?? null, remedies: [...match.remedies] }
  const isOnChain = transaction.txHash !== null
  const cause = isOnChain
    ? `The receipt of ${transaction.txHash}`
    : 'The simulation before it was queued: no gas was spent'
  return {
    ...base,
    code: isOnChain || /revert/i.test(error) ? 'reverted' : 'transaction_failed',
    cause,
    remedies: [SEND_AGAIN],
  }
}

function waiting(facts: Facts): Explanation | null {
  const { transaction, suspended, approval, needsOperator, newest, walletId } = facts
  const base = { state: 'waiting', cause: null, facts: numbersOf(facts), shortfall: null, remedies: [] } as const
  const isUnsigned = transaction.stage === 'queued' || transaction.stage === 'awaiting_approval'
  if (needsOperator) {
    const why = needsOperator
    return {
      ...base,
      code: 'needs_operator',
      title: 'The platform team is looking into this',
      why,
      remedies: [SUPPORT],
    }
  }
  if (suspended !== null && isUnsigned) {
    const why = `The ${suspended} is suspended: nothing new is signed until an operator resumes it`
    return { ...base, code: 'suspended', title: 'Waiting', why, remedies: [SUPPORT] }
  }
  if (transaction.stage === 'awaiting_approval' && approval) {
    const why = `A second person has to approve it: ${approval.reason}`
    const remedies: Remedy[] = [{ kind: 'approve', label: 'Open approvals' }]
    const cause = `Policy, asked ${formatUtc(approval.createdAt)}`
    const until = { label: 'Expires', value: formatUtc(approval.expiresAt) }
    const named = { code: 'awaiting_approval', title: 'Waiting for approval', why, cause, remedies }
    return { ...base, ...named, facts: [...base.facts, until] }
  }
  if (transaction.stage === 'queued') return queued(facts, base)
  if (transaction.stage === 'broadcast' && newest?.outcome === 'rejected') {
    const why = `The endpoints rejected it: ${newest.outcomeDetail ?? 'no reason was given'}. It is sent again, or replaced.`
    const cause = `Attempt ${newest.txHash}`
    return { ...base, code: 'rejected', title: 'Not accepted yet', why, cause, remedies: speedUp(transaction) }
  }
  if (transaction.stage === 'broadcast' && facts.ahead) {
    const why = 'An earlier transaction of the same wallet is not mined yet, and nonces are mined in order.'
    const named = {
      code: 'behind_earlier',
      title: 'Waiting for an earlier transaction',
      why,
      cause: `Transaction ${facts.ahead.id}`,
    }
    return { ...base, ...named, remedies: [earlier(facts.ahead.id)] }
  }
  const isSentTwice = (newest?.sends ?? 0) > 1 || transaction.attempts > 1
  if (transaction.stage === 'broadcast' && isSentTwice) {
    const why = 'No block includes it yet. The engine raises the fee when it takes too long; you can ask for that now.'
    const cause = newest ? `Attempt ${newest.txHash}` : null
    const remedies = [...speedUp(transaction), { kind: 'wallet', label: 'Open the wallet', id: walletId } as const]
    return { ...base, code: 'not_mined', title: 'Waiting for a block', why, cause, remedies }
  }
  return null
}

type Base = { state: 'waiting'; facts: Explanation['facts']; shortfall: null }

function queued({ lane, ahead, walletId, transaction }: Facts, base: Base): Explanation | null {
  if (lane.blockedReason !== null) {
    const facts = [
      ...base.facts,
      ...(lane.blockedSince ? [{ label: 'Since', value: formatUtc(lane.blockedSince) }] : []),
      ...(lane.blockedCount ? [{ label: 'Times set aside', value: String(lane.blockedCount) }] : []),
      ...(lane.notBefore ? [{ label: 'Looked at again', value: formatUtc(lane.notBefore) }] : []),
    ]
    const remedies: Remedy[] = ahead
      ? [earlier(ahead.id)]
      : [{ kind: 'wallet', label: 'Open the wallet', id: walletId }]
    const cause = `Nonce queue of ${transaction.senderAddress ?? transaction.fromAddress}`
    return { ...base, code: 'queue_waits', title: 'Waiting', why: lane.blockedReason, cause, facts, remedies }
  }
  if (!ahead) return null
  const why = 'Earlier transactions of the same wallet come first.'
  const cause = `Transaction ${ahead.id}`
  return { ...base, code: 'behind_earlier', title: 'Waiting its turn', why, cause, remedies: [earlier(ahead.id)] }
}

function earlier(id: string): Remedy {
  return { kind: 'earlier', label: 'Open the earlier transaction', id }
}

function speedUp({ chainType }: TransactionView): Remedy[] {
  return chainType === 'EVM' ? [{ kind: 'speed_up', label: 'Speed up' }] : []
}

function numbersOf({ transaction, ahead, newest }: Facts): Explanation['facts'] {
  return [
    ...(ahead ? [{ label: 'Ahead in the queue', value: String(ahead.count) }] : []),
    ...(newest?.nonce == null ? [] : [{ label: 'Nonce', value: String(newest.nonce) }]),
    ...(transaction.attempts > 1 ? [{ label: 'Attempts', value: String(transaction.attempts) }] : []),
    ...(transaction.gasUsed ? [{ label: 'Gas used', value: transaction.gasUsed }] : []),
  ]
}
