import { Digits } from '@/components/ui/amount'
import { cn } from '@/components/ui/cn'
import { AlignedUsd } from './aligned-usd'

type UsdProps = {
  /** A decimal in dollars. */
  value: string
  /** Shows with + or − whether money was received or paid. Zero is a dash. */
  signed?: boolean
  /** Shows every digit, with the decimal points of a column aligned for this number of decimals. */
  decimals?: number
}

/** An amount of dollars in a column with the unit in its header; zero is a dash. */
export function Usd({ value, signed, decimals }: UsdProps) {
  const isNegative = value.startsWith('-')
  const digits = value.replace('-', '')
  if (/^0\.0+$/.test(digits)) return <span className="text-muted-foreground">—</span>
  const sign = isNegative ? '−' : signed ? '+' : ''
  return (
    <span className={cn('tabular whitespace-nowrap', signed && !isNegative && 'text-success-foreground')}>
      {sign}
      {decimals === undefined ? (
        <Digits value={digits} unit="USD" />
      ) : (
        <AlignedUsd value={digits} decimals={decimals} />
      )}
    </span>
  )
}
