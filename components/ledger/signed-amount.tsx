import { formatDecimal } from '@/components/ui/format-decimal'

/** A decimal with a minus that reads as one. */
export function SignedAmount({ value }: { value: string }) {
  const isNegative = value.startsWith('-')
  return (
    <span className="tabular whitespace-nowrap">
      {isNegative ? '−' : ''}
      {formatDecimal(value.replace('-', ''))}
    </span>
  )
}
