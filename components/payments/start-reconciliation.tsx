'use client'

import { useQuery } from '@tanstack/react-query'
import { LinkButton } from '@/components/layout/link-button'
import { paths } from '@/components/paths'
import { QueryContent } from '@/components/query-content'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'
import { Time } from '@/components/ui/time'
import { CompareProviders } from './compare-providers'

const REFRESH_MS = 10_000

/**
 * Money that providers reported and no account of the platform matches, with the comparison that makes exceptions of
 * it.
 */
export function StartReconciliation() {
  const trpc = useTRPC()
  const query = useQuery(trpc.payments.getUnmatchedMoney.queryOptions(undefined, { refetchInterval: REFRESH_MS }))
  return (
    <QueryContent query={query} loading={null}>
      {({ events, comparedAt }) => (
        <Alert tone={events > 0 ? 'warning' : 'neutral'} title={titleOf(events)} actions={<Actions events={events} />}>
          Providers are compared with our receipts every night. Last comparison:{' '}
          <Time value={comparedAt} fallback="none yet" />.
        </Alert>
      )}
    </QueryContent>
  )
}

function Actions({ events }: { events: number }) {
  return (
    <span className="flex flex-wrap gap-2">
      {events > 0 ? (
        <LinkButton size="sm" href={paths.exceptionsOf('event_unplaced')}>
          Show events
        </LinkButton>
      ) : null}
      <CompareProviders />
    </span>
  )
}

function titleOf(events: number): string {
  if (events === 0) return 'No money without an account was reported'
  const summary = events === 1 ? '1 provider event names money' : `${events} provider events name money`
  return `${summary} that belongs to no account`
}
