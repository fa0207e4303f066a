'use client'

import { useForm } from 'react-hook-form'
import { FormShell } from '@/components/form/form-shell'
import { SubmitButton } from '@/components/form/submit-button'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { LinkButton } from '@/components/layout/link-button'
import { paths } from '@/components/paths'
import { useTRPC } from '@/components/trpc'
import { EmailAddress } from '@/components/ui/email-address'
import { LinkGate } from './link-gate'
import { NewPasswordField } from './new-password-field'
import { signInToPortal } from './sign-in-to-portal'

/** The page of a password reset link. */
export function SetPassword() {
  return (
    <LinkGate
      kind="password_reset"
      instead={
        <LinkButton className="w-full" href={paths.forgotPassword}>
          Request a new link
        </LinkButton>
      }
    >
      {({ email }, token) => <SetPasswordForm email={email} token={token} />}
    </LinkGate>
  )
}

function SetPasswordForm({ email, token }: { email: string; token: string }) {
  const trpc = useTRPC()
  const { control, handleSubmit } = useForm({ defaultValues: { password: '' } })
  const set = useServerMutation(trpc.people.setPassword, {
    onSuccess: (_answer, { password }) => signInToPortal({ email, password }),
  })
  return (
    <FormShell onSubmit={handleSubmit(({ password }) => set.mutate({ token, password }))} error={set.problem}>
      <p>
        For <EmailAddress value={email} className="font-semibold" />. This ends all your sessions.
      </p>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <NewPasswordField control={control} name="password" label="New password" />
      <SubmitButton pending={set.isPending || set.isSuccess} className="w-full">
        Set password
      </SubmitButton>
    </FormShell>
  )
}
