'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { FormShell } from '@/components/form/form-shell'
import { SubmitButton } from '@/components/form/submit-button'
import { TextField } from '@/components/form/text-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'
import { Card } from '@/components/ui/card'
import { toast } from '@/components/ui/toast'
import { MIN_PASSWORD_LENGTH } from '@/schemas/people/words'

const TOO_SHORT = `At least ${MIN_PASSWORD_LENGTH} characters`

export function ChangePassword() {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { control, handleSubmit, reset } = useForm({ defaultValues: { current: '', next: '' } })
  const change = useServerMutation(trpc.people.changePassword, {
    again: true,
    onSuccess: async () => {
      reset()
      toast.success('Password changed')
      await client.invalidateQueries(trpc.people.listSessions.pathFilter())
    },
  })
  return (
    <Card title="Password" description="Changing your password ends all your other sessions.">
      <FormShell
        onSubmit={handleSubmit((values) => change.mutate(values))}
        error={change.problem?.replace(/^current: /, '') ?? null}
      >
        {change.isSuccess ? <Alert tone="success">Your password is changed.</Alert> : null}
        <TextField
          control={control}
          name="current"
          rules={{ required: 'Enter your current password' }}
          label="Current password"
          type="password"
          autoComplete="current-password"
        />
        <TextField
          control={control}
          name="next"
          rules={{ required: TOO_SHORT, minLength: { value: MIN_PASSWORD_LENGTH, message: TOO_SHORT } }}
          label="New password"
          type="password"
          autoComplete="new-password"
          hint={`${TOO_SHORT}.`}
        />
        <SubmitButton pending={change.isPending} variant="secondary">
          Change password
        </SubmitButton>
      </FormShell>
    </Card>
  )
}
