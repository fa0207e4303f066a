import { groupDigits } from '@/server/money/display-amount'

/** A decimal with a minus that reads as one. */
export function SignedAmount({ value }: { value: string }) {
  const isNegative = value.startsWith('-')
  return (
    <span className="tabular whitespace-nowrap">
      {isNegative ? '−' : ''}
      {groupDigits(value.replace('-', ''))}
    </span>
  )
}
