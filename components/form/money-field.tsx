'use client'

import type { ComponentProps } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { AmountField } from './amount-field'
import { type Currency, judgeMoney } from './judge-money'

type MoneyFieldProps<T extends FieldValues, N extends FieldPath<T>> = Omit<
  ComponentProps<typeof AmountField<T, N>>,
  'unit' | 'rules'
> & { currency: Currency }

/** Money of a currency, exact to its minor unit. A form with a schema is judged by that. */
export function MoneyField<T extends FieldValues, N extends FieldPath<T>>(props: MoneyFieldProps<T, N>) {
  const { currency, ...field } = props
  const validate = (text: string) => judgeMoney(text, currency, field.optional)
  return <AmountField {...field} unit={currency} rules={{ validate }} />
}
