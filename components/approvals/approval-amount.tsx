import { Amount } from '@/components/ui/amount'
import { formatDecimal } from '@/components/ui/format-decimal'
import type { ApprovalView } from '@/schemas/approvals/contract'

/** The amount that the transaction would move, with its value at the time of the request. */
export function ApprovalAmount({ transaction, unit }: { transaction: ApprovalView['transaction']; unit: string }) {
  return (
    <span className="tabular break-all">
      <Amount value={transaction.amount} unit={unit} />{' '}
      <span className="font-normal text-muted-foreground">
        {transaction.valueUsd === null ? '(no price)' : `(${formatDecimal(transaction.valueUsd)} USD)`}
      </span>
    </span>
  )
}
