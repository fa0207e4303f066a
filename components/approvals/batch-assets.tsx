import type { Units } from '@/components/transactions/to-units'
import { Amount } from '@/components/ui/amount'
import type { BatchApprovalView } from '@/schemas/approvals/batch-contract'

type BatchAssetsProps = Pick<BatchApprovalView, 'totals'> & { units: Pick<Units, 'unitOf' | 'chainName'> }

/** The amount of each asset that the pending lines of a batch move. */
export function BatchAssets({ totals, units }: BatchAssetsProps) {
  return (
    <ul aria-label="Totals" className="space-y-1">
      {totals.map((total) => (
        <li key={`${total.chainId} ${total.tokenAddress ?? ''}`}>
          <Amount value={total.amount} unit={units.unitOf(total)} exact />{' '}
          <span className="text-[0.8125rem] text-muted-foreground">
            on {units.chainName(total.chainId)}, {linesText(total.lines)}
          </span>
        </li>
      ))}
    </ul>
  )
}

export function linesText(count: number): string {
  return count === 1 ? '1 transfer' : `${count.toLocaleString('en-US')} transfers`
}
