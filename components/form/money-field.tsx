'use client'

import type { ComponentProps } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { AmountField } from './amount-field'
import { validateAmount } from './validate-amount'

/** The decimals of the ledger's units: micro-dollars and kobo. */
const DECIMALS = { USD: 6, NGN: 2 } as const

type Currency = keyof typeof DECIMALS

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

/** The problem of a typed sum of money, or true if it is valid. Zero is valid. */
function judgeMoney(text: string, currency: Currency, optional = false): string | true {
  return validateAmount(text, { decimals: DECIMALS[currency], optional, mayBeZero: true })
}
