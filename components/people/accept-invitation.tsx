'use client'

import { useForm } from 'react-hook-form'
import { FormShell } from '@/components/form/form-shell'
import { SubmitButton } from '@/components/form/submit-button'
import { TextField } from '@/components/form/text-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { LinkButton } from '@/components/layout/link-button'
import { paths } from '@/components/paths'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { EmailAddress } from '@/components/ui/email-address'
import type { LinkView } from '@/schemas/people/contract'
import { LinkGate } from './link-gate'
import { NewPasswordField } from './new-password-field'
import { signInToPortal } from './sign-in-to-portal'
import { SignOutButton } from './sign-out-button'

/** The page of an invitation. `signedInAs`: the address of the person who is signed in here. */
export function AcceptInvitation({ signedInAs }: { signedInAs: string | null }) {
  return (
    <LinkGate
      kind="invitation"
      instead={<p className="text-muted-foreground">Ask the person who invited you for a new invitation.</p>}
    >
      {(link, token) => (
        <div className="space-y-5">
          <p>
            You are invited to <strong>{link.businessName ?? 'Slipway'}</strong> as {link.role}. You will sign in as{' '}
            <EmailAddress value={link.email} className="font-semibold" />.
          </p>
          {link.hasAccount ? (
            <JoinBusiness link={link} signedInAs={signedInAs} />
          ) : (
            <OpenAccount link={link} token={token} />
          )}
        </div>
      )}
    </LinkGate>
  )
}

function OpenAccount({ link, token }: { link: LinkView; token: string }) {
  const trpc = useTRPC()
  const { control, handleSubmit } = useForm({ defaultValues: { name: link.name ?? '', password: '' } })
  const accept = useServerMutation(trpc.people.acceptInvitation, {
    onSuccess: ({ email }, { password }) => signInToPortal({ email, password }),
  })
  return (
    <FormShell onSubmit={handleSubmit((values) => accept.mutate({ token, ...values }))} error={accept.problem}>
      {/* Password managers keep the password with the address. */}
      <input type="hidden" name="username" autoComplete="username" value={link.email} readOnly />
      <TextField
        control={control}
        name="name"
        rules={{ required: 'Enter your name' }}
        label="Your name"
        maxLength={100}
        autoComplete="name"
      />
      <NewPasswordField control={control} name="password" label="Password" />
      <SubmitButton pending={accept.isPending || accept.isSuccess} className="w-full">
        Accept and sign in
      </SubmitButton>
    </FormShell>
  )
}

function JoinBusiness({ link, signedInAs }: { link: LinkView; signedInAs: string | null }) {
  const trpc = useTRPC()
  const join = useServerMutation(trpc.people.joinBusiness, { onSuccess: () => window.location.replace('/') })
  if (signedInAs === null) {
    return (
      <LinkButton variant="primary" className="w-full" href={`${paths.signIn}?next=${paths.invitations}`}>
        Sign in to accept
      </LinkButton>
    )
  }
  if (signedInAs !== link.email) {
    return (
      <>
        <Alert tone="warning">
          You are signed in as <EmailAddress value={signedInAs} />. Sign out, then sign in as{' '}
          <EmailAddress value={link.email} /> and open the link again.
        </Alert>
        <SignOutButton />
      </>
    )
  }
  return (
    <>
      {join.problem ? <Alert tone="danger">{join.problem}</Alert> : null}
      <Button
        variant="primary"
        className="w-full"
        pending={join.isPending || join.isSuccess}
        onClick={() => join.mutate({ invitationId: link.id })}
      >
        Accept
      </Button>
    </>
  )
}
