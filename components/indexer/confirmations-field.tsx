import type { Control } from 'react-hook-form'
import { TextField } from '@/components/form/text-field'
import type { SubscriptionForm } from './subscription-form'

/** How deep a block has to be. */
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
