'use client'

import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { QueryContent } from '@/components/query-content'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Time } from '@/components/ui/time'
import { toast } from '@/components/ui/toast'

const REFRESH_MS = 10_000

/** Money that providers reported and no account of ours matches, with the comparison that makes exceptions of it. */
export function StartReconciliation() {
  const trpc = useTRPC()
  const shortfall = usePlatformShortfall()
  const query = useQuery(trpc.payments.getUnmatchedMoney.queryOptions(undefined, { refetchInterval: REFRESH_MS }))
  const compare = useServerMutation(trpc.payments.requestReconciliation, {
    again: true,
    onSuccess: () => toast.info('The comparison is running. Exceptions appear here when it is done.'),
    onError: ({ message }) => toast.error(message),
  })
  const button = (
    <Button
      size="sm"
      icon={<RefreshCw aria-hidden />}
      disabledReason={shortfall}
      pending={compare.isPending}
      onClick={() => compare.mutate()}
    >
      Compare now
    </Button>
  )
  return (
    <QueryContent query={query} loading={null}>
      {({ events, comparedAt }) => (
        <Alert tone={events > 0 ? 'warning' : 'neutral'} title={titleOf(events)} actions={button}>
          Providers are compared with our receipts every night. Last comparison:{' '}
          <Time value={comparedAt} fallback="none yet" />.
        </Alert>
      )}
    </QueryContent>
  )
}

function titleOf(events: number): string {
  if (events === 0) return 'No money without an account was reported'
  const summary = events === 1 ? '1 provider event names money' : `${events} provider events name money`
  return `${summary} that belongs to no account`
}
