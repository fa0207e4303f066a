'use client'

import type { ComponentProps } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { Select } from '@/components/ui/select'
import type { SelectOption } from '@/components/ui/select-props'
import { FormField } from './form-field'

type SelectFieldProps<T extends FieldValues, N extends FieldPath<T>> = Omit<
  ComponentProps<typeof FormField<T, N>>,
  'children'
> & { options: readonly SelectOption<string>[]; placeholder?: string; disabled?: boolean }

/** FormField around a Select. */
export function SelectField<T extends FieldValues, N extends FieldPath<T>>(props: SelectFieldProps<T, N>) {
  const { options, placeholder, disabled, ...field } = props
  return (
    <FormField {...field}>
      {({ value, onChange }) => (
        // The hidden input behind it would count as one more line of the field.
        <div>
          <Select
            options={options}
            value={value ?? null}
            onValueChange={onChange}
            placeholder={placeholder}
            disabled={disabled}
            aria-label={field.label}
          />
        </div>
      )}
    </FormField>
  )
}
