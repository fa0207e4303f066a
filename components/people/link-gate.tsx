'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { refusalText } from '@/components/form/refusal-text'
import { useTRPCClient } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'
import { Skeleton } from '@/components/ui/skeleton'
import type { LinkView } from '@/schemas/people/contract'
import type { LinkKind } from '@/schemas/people/words'
import { useLinkToken } from './use-link-token'

type LinkGateProps = {
  kind: LinkKind
  /** The page that sends a new link. */
  instead: ReactNode
  children: (link: LinkView, token: string) => ReactNode
}

/** Shows the page of a one-time link once the server says that the link can be used. Showing it does not use it up. */
export function LinkGate({ kind, instead, children }: LinkGateProps) {
  const client = useTRPCClient()
  const token = useLinkToken()
  const isComplete = token !== null && token !== ''
  const query = useQuery({
    queryKey: ['one-time-link', kind, token],
    queryFn: () => client.people.readLink.mutate({ kind, token: token ?? '' }),
    enabled: isComplete,
    retry: false,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (token === '' || query.error) {
    return (
      <div className="space-y-4">
        <Alert tone="danger">
          {refusalText(query.error) ?? 'This link is incomplete. Open it from the email again.'}
        </Alert>
        {instead}
      </div>
    )
  }
  if (!isComplete || !query.data) return <Skeleton className="h-32" />
  return children(query.data, token)
}
