import type { StepState, TimelineStep } from '@/components/ui/timeline'
import type { TransactionView } from '@/schemas/transactions/contract'
import type { TimelineView } from '@/schemas/transactions/detail/contract'
import type { TransactionStage } from '@/schemas/transactions/words'
import type { MessageView } from '@/schemas/webhooks/contract'

const STAGES = ['queued', 'signed', 'broadcast', 'mined', 'final'] as const satisfies readonly TransactionStage[]

const TITLES = {
  awaiting_approval: 'Awaiting approval',
  queued: 'Accepted',
  signed: 'Signed',
  broadcast: 'Broadcast',
  mined: 'Mined',
  final: 'Final',
} satisfies Record<TransactionStage, string>

type Facts = { transaction: TransactionView; timeline: TimelineView; message: MessageView | null }

/** The steps of a transaction, from acceptance to the webhook that reports its outcome. */
export function transactionSteps(facts: Facts): TimelineStep[] {
  const { timeline } = facts
  const moments = {
    awaiting_approval: null,
    queued: timeline.acceptedAt,
    signed: timeline.signedAt,
    broadcast: timeline.broadcastAt,
    mined: timeline.minedAt,
    final: timeline.finalAt,
  } satisfies Record<TransactionStage, string | null>
  const steps = STAGES.map((stage) => {
    const state = stateOf(stage, facts, moments)
    return {
      id: stage,
      title: stage === 'final' && state === 'failed' ? 'Failed' : TITLES[stage],
      at: moments[stage],
      state,
    }
  })
  const [accepted, ...sending] = steps
  const withApproval = [...(accepted ? [accepted] : []), ...approvalStep(facts), ...sending]
  const requestStepList = requestSteps(timeline)
  // Requests are shown before `mined`, because they were made before the transaction was mined.
  const minedAt = withApproval.findIndex(({ id }) => id === 'mined')
  const delivered = timeline.webhookUrl ? [webhookStep(facts)] : []
  return [...withApproval.slice(0, minedAt), ...requestStepList, ...withApproval.slice(minedAt), ...delivered]
}

const DECISIONS = {
  pending: 'Awaiting approval',
  approved: 'Approved',
  rejected: 'Rejected',
  expired: 'Approval expired',
} as const satisfies Record<NonNullable<TimelineView['approval']>['status'], string>

/** A second person decides before anything is signed. */
function approvalStep({ timeline: { approval } }: Facts): TimelineStep[] {
  if (!approval) return []
  const { status, decidedBy, decidedAt, reason } = approval
  const by = decidedBy ? ` by ${decidedBy}` : ''
  const state = status === 'pending' ? 'current' : status === 'approved' ? 'done' : 'failed'
  return [{ id: 'approval', title: `${DECISIONS[status]}${by}`, at: decidedAt, state, children: reason }]
}

function requestSteps({ requests }: TimelineView): TimelineStep[] {
  return requests.toReversed().map(({ kind, by, at, reason }) => ({
    id: `${kind} ${at}`,
    title: `${kind === 'cancel' ? 'Cancel' : 'Speed-up'} requested by ${by}`,
    at,
    state: 'done',
    children: reason || undefined,
  }))
}

function stateOf(
  stage: TransactionStage,
  { transaction: { status, stage: reached }, timeline: { approval } }: Facts,
  moments: Record<TransactionStage, string | null>,
): StepState {
  // A failed call is mined and final too: the failure is shown at the last step reached.
  const lastReached = STAGES.findLast((candidate) => moments[candidate]) ?? 'queued'
  const failedBefore = approval?.status === 'rejected' || approval?.status === 'expired'
  if (status === 'FAILED' && stage === lastReached && !failedBefore) return 'failed'
  if (moments[stage]) return 'done'
  if (status !== 'PENDING') return 'skipped'
  if (reached === 'awaiting_approval') return 'pending'
  const next = STAGES[STAGES.indexOf(lastReached) + 1]
  return stage === next ? 'current' : 'pending'
}

function webhookStep({ transaction, message }: Facts): TimelineStep {
  const base = { id: 'webhook', title: 'Webhook' }
  if (!message) return { ...base, state: transaction.status === 'PENDING' ? 'pending' : 'current' }
  if (message.status === 'delivered')
    return { ...base, title: 'Webhook delivered', state: 'done', at: message.updatedAt }
  if (message.status === 'failed')
    return { ...base, title: 'Webhook not delivered', state: 'failed', at: message.updatedAt }
  return { ...base, title: 'Webhook in progress', state: 'current' }
}
