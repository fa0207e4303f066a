'use client'

import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { TextField } from '@/components/form/text-field'
import { MIN_PASSWORD_LENGTH } from '@/schemas/people/words'

const TOO_SHORT = `At least ${MIN_PASSWORD_LENGTH} characters`

type NewPasswordFieldProps<T extends FieldValues> = { control: Control<T>; name: FieldPath<T>; label: string }

/** The field of a new password; password managers suggest one. */
export function NewPasswordField<T extends FieldValues>({ control, name, label }: NewPasswordFieldProps<T>) {
  return (
    <TextField
      control={control}
      name={name}
      rules={{ required: TOO_SHORT, minLength: { value: MIN_PASSWORD_LENGTH, message: TOO_SHORT } }}
      label={label}
      type="password"
      autoComplete="new-password"
      hint={`${TOO_SHORT}.`}
    />
  )
}
