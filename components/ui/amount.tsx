import type { ReactNode } from 'react'
import { cn } from './cn'
import { formatDecimal, shortDecimal } from './format-decimal'
import { Hint } from './hint'

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
  const whole = formatDecimal(value)
  const shown = short ? shortDecimal(value) : whole
  const number = shown === whole ? whole : <Hint content={whole}>{shown}</Hint>
  return (
    <span className={cn('tabular', short && 'whitespace-nowrap', className)}>
      {number}
      {unit ? <span className="font-normal text-muted-foreground"> {unit}</span> : null}
    </span>
  )
}
