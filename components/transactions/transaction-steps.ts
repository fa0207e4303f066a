import type { StepState, TimelineStep } from '@/components/ui/timeline'
import type { TimelineView, TransactionStage, TransactionView } from '@/server/transactions/contract'
import type { MessageView } from '@/server/webhooks/contract'

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

/** The way of a transaction, from acceptance to the webhook that told of its outcome. */
export function transactionSteps(facts: Facts): TimelineStep[] {
  const { transaction, timeline } = facts
  const moments = {
    awaiting_approval: null,
    queued: timeline.acceptedAt,
    signed: timeline.signedAt,
    broadcast: timeline.broadcastAt,
    mined: timeline.minedAt,
    final: timeline.finalAt,
  } satisfies Record<TransactionStage, string | null>
  const steps = STAGES.map((stage) => ({
    id: stage,
    title: TITLES[stage],
    at: moments[stage],
    state: stateOf(stage, transaction, moments),
  }))
  return timeline.webhookUrl ? [...steps, webhookStep(facts)] : steps
}

function stateOf(
  stage: TransactionStage,
  { status }: TransactionView,
  moments: Record<TransactionStage, string | null>,
): StepState {
  // A failed call is mined and final too: the last step reached carries the failure.
  const lastReached = STAGES.findLast((candidate) => moments[candidate]) ?? 'queued'
  if (status === 'FAILED' && stage === lastReached) return 'failed'
  if (moments[stage]) return 'done'
  if (status !== 'PENDING') return 'skipped'
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
  return { ...base, title: 'Webhook on its way', state: 'current' }
}
