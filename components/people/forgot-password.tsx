'use client'

import { useForm } from 'react-hook-form'
import { FormShell } from '@/components/form/form-shell'
import { SubmitButton } from '@/components/form/submit-button'
import { TextField } from '@/components/form/text-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'

/** Asks for a link to set a new password. Says the same whether or not the address has an account. */
export function ForgotPassword() {
  const trpc = useTRPC()
  const { control, handleSubmit } = useForm({ defaultValues: { email: '' } })
  const ask = useServerMutation(trpc.people.requestPasswordReset, { again: true })
  return (
    <FormShell onSubmit={handleSubmit((values) => ask.mutate(values))} error={ask.problem}>
      {ask.isSuccess ? (
        <Alert tone="success" title="Check your mail">
          If the address has an account, we mail a link to set a new password. It is valid for one hour.
        </Alert>
      ) : null}
      <TextField
        control={control}
        name="email"
        rules={{ required: 'Enter an e-mail address' }}
        label="E-mail"
        type="email"
        autoComplete="username"
        autoFocus
      />
      <SubmitButton pending={ask.isPending} className="w-full">
        Send the link
      </SubmitButton>
    </FormShell>
  )
}
