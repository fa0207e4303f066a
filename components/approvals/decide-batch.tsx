'use client'

import type { Units } from '@/components/transactions/to-units'
import { lazyPart } from '@/components/ui/lazy-part'
import type { BatchApprovalView, BatchDecision } from '@/schemas/approvals/batch-contract'
import { DecisionDialog } from './decision-dialog'

const form = lazyPart(() => import('./decide-batch-form'))

type DecideBatchProps = {
  projectId: string
  batch: BatchApprovalView
  decision: 'approveBatch' | 'rejectBatch'
  units: Units
  onDecided: (decision: BatchDecision) => void
}

/** One of the two decisions on all waiting lines of a batch. */
export function DecideBatch(props: DecideBatchProps) {
  const { projectId, batch, decision } = props
  const isRejection = decision === 'rejectBatch'
  return (
    <DecisionDialog
      projectId={projectId}
      isRejection={isRejection}
      label={isRejection ? 'Reject all' : 'Approve all'}
      bar={batch.bar}
      part={form}
    >
      {({ DecideBatchForm }, state) => <DecideBatchForm {...props} {...state} />}
    </DecisionDialog>
  )
}
