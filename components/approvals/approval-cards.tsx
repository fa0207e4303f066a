import type { Units } from '@/components/transactions/to-units'
import type { ApprovalView } from '@/schemas/approvals/contract'
import { PendingApproval } from './pending-approval'

type ApprovalCardsProps = {
  label: string
  projectId: string
  approvals: readonly ApprovalView[]
  units: Units
  /** Shown below their batch. */
  areInBatch?: boolean
}

/** Transactions that wait, each with its own decision. */
export function ApprovalCards({ label, projectId, approvals, units, areInBatch }: ApprovalCardsProps) {
  return (
    <ul aria-label={label} className="space-y-4">
      {approvals.map((approval) => (
        <li key={approval.id}>
          <PendingApproval
            projectId={projectId}
            approval={approval}
            unit={units.unitOf(approval.transaction)}
            chainName={units.chainName(approval.transaction.chainId)}
            isInBatch={areInBatch}
          />
        </li>
      ))}
    </ul>
  )
}
