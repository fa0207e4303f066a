import type { ApprovalView } from '@/server/approvals/contract'

/** What would move, with what it was worth when it was asked for. */
export function ApprovalAmount({ transaction, unit }: { transaction: ApprovalView['transaction']; unit: string }) {
  return (
    <span className="tabular break-all">
      {transaction.amount} {unit}{' '}
      <span className="font-normal text-muted-foreground">
        {transaction.valueUsd === null ? '(no price)' : `($${transaction.valueUsd})`}
      </span>
    </span>
  )
}
