import type { Control } from 'react-hook-form'
import { TextField } from '@/components/form/text-field'
import type { SubscriptionForm } from './subscription-form'

/** The number of confirmations that a block needs. */
export function ConfirmationsField({ control, hint }: { control: Control<SubscriptionForm>; hint: string }) {
  return (
    <TextField
      control={control}
      name="confirmations"
      label="Confirmations"
      inputMode="numeric"
      autoComplete="off"
      optional
      hint={hint}
    />
  )
}
