'use client'

import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { RequestLink } from './request-link'

/** Asks for a link to set a new password. Says the same whether or not the address has an account. */
export function ForgotPassword() {
  const trpc = useTRPC()
  const request = useServerMutation(trpc.people.requestPasswordReset, { again: true })
  return (
    <RequestLink
      mutation={request}
      onAsk={({ email }) => request.mutate({ email })}
      submitLabel="Send link"
      sent={(email) => (
        <>If {email} has an account, we sent it a link to set a new password. It is valid for one hour.</>
      )}
    />
  )
}
