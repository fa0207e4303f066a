'use client'

import { useForm } from 'react-hook-form'
import { FormShell } from '@/components/form/form-shell'
import { SubmitButton } from '@/components/form/submit-button'
import { TextField } from '@/components/form/text-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'
import { Card } from '@/components/ui/card'

/** Another address to sign in with, once its mailbox confirms. */
export function ChangeEmail({ email }: { email: string }) {
  const trpc = useTRPC()
  const { control, handleSubmit, reset } = useForm({ defaultValues: { email: '', password: '' } })
  const request = useServerMutation(trpc.people.requestEmailChange, { again: true, onSuccess: () => reset() })
  return (
    <Card title="E-mail address" description={`You sign in as ${email}. A new address has to be confirmed by a link.`}>
      <FormShell
        onSubmit={handleSubmit((values) => request.mutate(values))}
        error={request.problem?.replace(/^(email|password): /, '') ?? null}
      >
        {request.isSuccess ? (
          <Alert tone="success">
            If the address is free, we mail a link to it. Until you open it, your present address stays.
          </Alert>
        ) : null}
        <TextField
          control={control}
          name="email"
          rules={{ required: 'Enter an e-mail address' }}
          label="New e-mail address"
          type="email"
          autoComplete="off"
        />
        <TextField
          control={control}
          name="password"
          rules={{ required: 'Enter your password' }}
          label="Your password"
          type="password"
          autoComplete="current-password"
        />
        <SubmitButton pending={request.isPending} variant="secondary">
          Change address
        </SubmitButton>
      </FormShell>
    </Card>
  )
}
