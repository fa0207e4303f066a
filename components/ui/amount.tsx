import type { ReactNode } from 'react'
import { displayAmount, exactAmount } from '@/server/money/display-amount'
import { cn } from './cn'
import { Hint } from './hint'

type DigitsProps = {
  /** A decimal string. */
  value: string
  /** `USD`, `NGN`, or the symbol of a coin or token; it decides how many decimals are shown. */
  unit?: string
  /** Shows every digit, in details and wherever amounts have to add up. */
  exact?: boolean
}

/** The digits of an amount, without its unit. Where some are cut, all of them are on hover. */
export function Digits({ value, unit, exact }: DigitsProps) {
  const every = exactAmount(value, unit)
  const shown = exact ? every : displayAmount(value, unit)
  return shown === every ? every : <Hint content={every}>{shown}</Hint>
}

type AmountProps = Omit<DigitsProps, 'unit'> & { unit?: ReactNode; className?: string }

/** An amount with its unit: digits of one width, thousands apart. */
export function Amount({ value, unit, exact, className }: AmountProps) {
  return (
    <span className={cn('tabular', !exact && 'whitespace-nowrap', className)}>
      <Digits value={value} unit={typeof unit === 'string' ? unit : undefined} exact={exact} />
      {unit ? <span className="font-normal text-muted-foreground"> {unit}</span> : null}
    </span>
  )
}
