'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { FormShell } from '@/components/form/form-shell'
import { SubmitButton } from '@/components/form/submit-button'
import { TextField } from '@/components/form/text-field'
import { useAct } from '@/components/form/use-act'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'
import { Card } from '@/components/ui/card'
import { toast } from '@/components/ui/toast'
import { changePasswordInput } from '@/server/people/contract'

export function ChangePassword() {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { control, handleSubmit, reset } = useForm({
    resolver: zodResolver(changePasswordInput),
    defaultValues: { current: '', next: '' },
  })
  const change = useAct(trpc.people.changePassword, {
    again: true,
    onSuccess: async () => {
      reset()
      toast.success('Password changed')
      await client.invalidateQueries(trpc.people.sessions.pathFilter())
    },
  })
  return (
    <Card title="Password" description="Changing it ends all your other sessions.">
      <FormShell
        onSubmit={handleSubmit((values) => change.mutate(values))}
        error={change.problem?.replace(/^current: /, '') ?? null}
      >
        {change.isSuccess ? <Alert tone="success">Your password is changed.</Alert> : null}
        <TextField
          control={control}
          name="current"
          label="Present password"
          type="password"
          autoComplete="current-password"
        />
        <TextField
          control={control}
          name="next"
          label="New password"
          type="password"
          autoComplete="new-password"
          hint="At least 12 characters."
        />
        <SubmitButton pending={change.isPending} variant="secondary">
          Change password
        </SubmitButton>
      </FormShell>
    </Card>
  )
}
