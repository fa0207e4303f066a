import type { ReactNode } from 'react'
import { displayAmount, exactAmount, withUnit } from '@/server/money/display-amount'
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
export function Digits(props: DigitsProps) {
  return <Shown {...props} withUnit={(digits) => digits} />
}

type ShownProps = DigitsProps & { withUnit: (digits: string) => string }

function Shown({ value, unit, exact, withUnit: write }: ShownProps) {
  const every = exactAmount(value, unit)
  const shown = exact ? every : displayAmount(value, unit)
  return shown === every ? write(every) : <Hint content={write(every)}>{write(shown)}</Hint>
}

type AmountProps = Omit<DigitsProps, 'unit'> & { unit?: ReactNode; className?: string }

/** An amount with its unit, `$1,234.50` or `12.5 USDC`: digits of one width, with thousands separators. */
export function Amount({ value, unit, exact, className }: AmountProps) {
  const name = typeof unit === 'string' ? unit : ''
  const isFiat = name === 'USD' || name === 'NGN'
  return (
    <span className={cn('tabular', !exact && 'whitespace-nowrap', className)}>
      <Shown
        value={value}
        unit={name}
        exact={exact}
        withUnit={(digits) => (isFiat ? withUnit(digits, name) : digits)}
      />
      {unit && !isFiat ? <span className="font-normal text-muted-foreground"> {unit}</span> : null}
    </span>
  )
}
