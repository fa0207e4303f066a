import { Digits } from '@/components/ui/amount'
import { displayAmount, exactAmount } from '@/server/money/display-amount'
import { AlignedUsd } from './aligned-usd'

type FundsAfterProps = {
  /** Decimals in dollars; null if they are not known. */
  after: { available: string; reserved: string } | null
  /** Shows every digit, with the decimal points of a column aligned for this number of decimals. */
  decimals?: number
}

/** The balance that a movement left, and below it the held amount if there is one. */
export function FundsAfter({ after, decimals }: FundsAfterProps) {
  if (!after) return <span className="text-muted-foreground">—</span>
  const isHolding = !/^0\.0+$/.test(after.reserved)
  return (
    <span className="tabular block whitespace-nowrap py-1">
      {decimals === undefined ? (
        <Digits value={after.available} unit="USD" />
      ) : (
        <AlignedUsd value={after.available} decimals={decimals} />
      )}
      {isHolding ? (
        <span className="block text-muted-foreground text-xs">
          {decimals === undefined ? displayAmount(after.reserved, 'USD') : exactAmount(after.reserved, 'USD')} held
        </span>
      ) : null}
    </span>
  )
}

/** The balance after a movement, below its amount: shown where the table is too narrow for a column of it. */
export function FundsBelow({ after, exact }: Pick<FundsAfterProps, 'after'> & { exact?: boolean }) {
  if (!after) return null
  return (
    <span className="tabular block whitespace-nowrap text-muted-foreground text-xs list-sm:hidden">
      Balance <Digits value={after.available} unit="USD" exact={exact} />
    </span>
  )
}
