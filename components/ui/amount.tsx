import type { ReactNode } from 'react'
import { cn } from './cn'
import { formatDecimal, padCents, shortDecimal } from './format-decimal'
import { Hint } from './hint'

const WITH_CENTS: readonly ReactNode[] = ['NGN', 'USD']

type AmountProps = {
  /** A decimal string. */
  value: string
  unit?: ReactNode
  /** Cuts many decimals for a narrow place; the whole number is on hover. */
  short?: boolean
  className?: string
}

/** A number with its unit: digits of one width, thousands apart. */
export function Amount({ value, unit, short, className }: AmountProps) {
  const padded = WITH_CENTS.includes(unit) ? padCents(value) : value
  const whole = formatDecimal(padded)
  const shown = short ? shortDecimal(padded) : whole
  const number = shown === whole ? whole : <Hint content={whole}>{shown}</Hint>
  return (
    <span className={cn('tabular', short && 'whitespace-nowrap', className)}>
      {number}
      {unit ? <span className="font-normal text-muted-foreground"> {unit}</span> : null}
    </span>
  )
}
