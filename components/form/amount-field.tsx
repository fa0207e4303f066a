'use client'

import type { ComponentProps } from 'react'
import { type FieldPath, type FieldValues, useWatch } from 'react-hook-form'
import { Input } from '@/components/ui/input'
import { groupDigits } from '@/server/money/display-amount'
import { FormField } from './form-field'

type AmountFieldProps<T extends FieldValues, N extends FieldPath<T>> = Omit<
  ComponentProps<typeof FormField<T, N>>,
  'children'
> &
  Pick<ComponentProps<typeof Input>, 'placeholder' | 'disabled'> & {
    /** The unit of the amount: the symbol of a coin or token, or a currency. */
    unit: string
  }

/** A decimal of whole units, with the unit in the field; once it is large, also with thousands separators. */
export function AmountField<T extends FieldValues, N extends FieldPath<T>>(props: AmountFieldProps<T, N>) {
  const { placeholder, disabled, hint, ...field } = props
  const typed = String(useWatch({ control: field.control, name: field.name }) ?? '').trim()
  const grouped = groupDigits(typed)
  return (
    <FormField
      {...field}
      hint={grouped === typed ? hint : <span className="tabular">{`${grouped} ${field.unit}`}</span>}
    >
      {(bound) => (
        <div className="relative">
          <Input
            {...bound}
            value={bound.value ?? ''}
            inputMode="decimal"
            autoComplete="off"
            placeholder={placeholder}
            disabled={disabled}
            className="tabular"
            // Padding for the unit, so that a number is never below it.
            style={{ paddingRight: `calc(${Math.max(field.unit.length, 4)}ch + 1.75rem)` }}
          />
          <span
            aria-hidden
            className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-[0.8125rem] text-muted-foreground"
          >
            {field.unit}
          </span>
        </div>
      )}
    </FormField>
  )
}
