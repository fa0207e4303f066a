'use client'

import { lazyPart } from '@/components/ui/lazy-part'
import type { ApprovalView } from '@/schemas/approvals/contract'
import { DecisionDialog } from './decision-dialog'

const form = lazyPart(() => import('./decide-approval-form'))

type DecideApprovalProps = { projectId: string; approval: ApprovalView; decision: 'approve' | 'reject'; unit: string }

/** One of the two decisions. */
export function DecideApproval(props: DecideApprovalProps) {
  const { projectId, approval, decision } = props
  const isRejection = decision === 'reject'
  return (
    <DecisionDialog
      projectId={projectId}
      isRejection={isRejection}
      label={isRejection ? 'Reject' : 'Approve'}
      bar={approval.bar}
      part={form}
    >
      {({ DecideApprovalForm }, state) => <DecideApprovalForm {...props} {...state} />}
    </DecisionDialog>
  )
}
