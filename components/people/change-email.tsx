'use client'

import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { Card } from '@/components/ui/card'
import { RequestLink } from './request-link'

/** Changes the sign-in address after its mailbox confirms it. */
export function ChangeEmail({ email }: { email: string }) {
  const trpc = useTRPC()
  const request = useServerMutation(trpc.people.requestEmailChange, { again: true })
  return (
    <Card
      title="Email address"
      description={`You sign in as ${email}. We send a link to the new address to confirm it.`}
    >
      <RequestLink
        mutation={request}
        onAsk={(values) => request.mutate(values)}
        label="New email address"
        isNewAddress
        submitLabel="Change address"
        sent={(address) => (
          <>If {address} is not in use, we sent it a link. Your current address stays until you open the link.</>
        )}
      />
    </Card>
  )
}
