'use client'

import { Field } from '@base-ui/react/field'
import type { ReactElement, ReactNode } from 'react'
import {
  type Control,
  type ControllerRenderProps,
  type FieldPath,
  type FieldValues,
  type UseControllerProps,
  useController,
} from 'react-hook-form'
import { cn } from '@/components/ui/cn'

type FormFieldProps<T extends FieldValues, N extends FieldPath<T>> = {
  control: Control<T>
  name: N
  /** For forms without a schema. */
  rules?: UseControllerProps<T, N>['rules']
  label: string
  /** The unit of the value. It is part of the label for those who do not see it in the control. */
  unit?: string
  hint?: ReactNode
  optional?: boolean
  labelHidden?: boolean
  className?: string
  /** Renders the control from the field's value, onChange, onBlur, ref and name. */
  children: (field: ControllerRenderProps<T, N>) => ReactElement
}

/** Label, control, hint and error of one form value. Base UI ties them together for screen readers. */
export function FormField<T extends FieldValues, N extends FieldPath<T>>(props: FormFieldProps<T, N>) {
  const { control, name, rules, label, unit, hint, optional, labelHidden, className, children } = props
  const { field, fieldState } = useController({ control, name, rules })
  const error = fieldState.error?.message
  return (
    <Field.Root
      name={name}
      invalid={fieldState.invalid}
      touched={fieldState.isTouched}
      dirty={fieldState.isDirty}
      className={cn('min-w-0 space-y-1.5', className)}
    >
      <Field.Label className={cn('block font-medium text-[0.8125rem]', labelHidden && 'sr-only')}>
        {label}
        {unit ? <span className="sr-only"> ({unit})</span> : null}
        {optional ? <span className="ml-1 font-normal text-muted-foreground">(optional)</span> : null}
      </Field.Label>
      {children(field)}
      {hint ? <Field.Description className="text-[0.8125rem] text-muted-foreground">{hint}</Field.Description> : null}
      <Field.Error match={Boolean(error)} className="font-medium text-[0.8125rem] text-danger-foreground">
        {error}
      </Field.Error>
    </Field.Root>
  )
}
