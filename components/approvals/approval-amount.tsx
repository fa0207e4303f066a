import { Amount } from '@/components/ui/amount'
import type { ApprovalView } from '@/schemas/approvals/contract'
import { displayUsd } from '@/server/money/display-amount'

/** The amount that the transaction would move, with its value at the time of the request. */
export function ApprovalAmount({ transaction, unit }: { transaction: ApprovalView['transaction']; unit: string }) {
  return (
    <span className="tabular break-all">
      <Amount value={transaction.amount} unit={unit} exact />{' '}
      <span className="font-normal text-muted-foreground">
        {transaction.valueUsd === null ? '(no price)' : `(${displayUsd(transaction.valueUsd)})`}
      </span>
    </span>
  )
}
