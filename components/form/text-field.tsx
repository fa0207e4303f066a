'use client'

import type { ComponentProps } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { Input } from '@/components/ui/input'
import { FormField } from './form-field'

type TextFieldProps<T extends FieldValues, N extends FieldPath<T>> = Omit<
  ComponentProps<typeof FormField<T, N>>,
  'children'
> &
  Pick<
    ComponentProps<typeof Input>,
    | 'type'
    | 'placeholder'
    | 'autoComplete'
    | 'inputMode'
    | 'mono'
    | 'autoFocus'
    | 'disabled'
    | 'maxLength'
    | 'spellCheck'
  >

/** FormField around an Input, the usual case. */
export function TextField<T extends FieldValues, N extends FieldPath<T>>(props: TextFieldProps<T, N>) {
  const { type, placeholder, autoComplete, inputMode, mono, autoFocus, disabled, maxLength, spellCheck, ...field } =
    props
  const input = { type, placeholder, autoComplete, inputMode, mono, autoFocus, disabled, maxLength, spellCheck }
  return <FormField {...field}>{(bound) => <Input {...input} {...bound} value={bound.value ?? ''} />}</FormField>
}
