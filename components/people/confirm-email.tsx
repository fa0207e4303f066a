'use client'

import { useServerMutation } from '@/components/form/use-server-mutation'
import { LinkButton } from '@/components/layout/link-button'
import { paths } from '@/components/paths'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { EmailAddress } from '@/components/ui/email-address'
import { LinkGate } from './link-gate'

/** The page of a link that confirms a new address. */
export function ConfirmEmail() {
  const trpc = useTRPC()
  const confirm = useServerMutation(trpc.people.confirmEmail, {
    onSuccess: () => window.history.replaceState(null, '', window.location.pathname),
  })
  if (confirm.data) {
    return (
      <div className="space-y-4">
        <Alert tone="success">
          From now on, you sign in as <EmailAddress value={confirm.data.email} />.
        </Alert>
        <LinkButton variant="primary" className="w-full" href="/">
          Continue
        </LinkButton>
      </div>
    )
  }
  return (
    <LinkGate
      kind="email_change"
      instead={
        <LinkButton className="w-full" href={paths.sessions}>
          Request a new link
        </LinkButton>
      }
    >
      {({ email }, token) => (
        <div className="space-y-4">
          {confirm.problem ? <Alert tone="danger">{confirm.problem}</Alert> : null}
          <p>
            From now on, you will sign in as <EmailAddress value={email} className="font-semibold" />.
          </p>
          <Button
            variant="primary"
            className="w-full"
            pending={confirm.isPending}
            onClick={() => confirm.mutate({ token })}
          >
            Confirm this address
          </Button>
        </div>
      )}
    </LinkGate>
  )
}
