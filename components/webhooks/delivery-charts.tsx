'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useQueryStates } from 'nuqs'
import { chartRange } from '@/components/charts/range'
import { RateCharts, RateChartsLoading } from '@/components/charts/rate-charts'
import { paths } from '@/components/paths'
import { QueryContent } from '@/components/query-content'
import { useTRPC } from '@/components/trpc'
import type { DeliveryActivity } from '@/schemas/activity/contract'

const REFRESH_MS = 60_000
const TITLE = 'Delivery attempts'

/** How attempts to deliver went, how long receivers took, and which of them fail. */
export function DeliveryCharts({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const [{ days }] = useQueryStates(chartRange)
  const query = useQuery(
    trpc.activity.getDeliveries.queryOptions(
      { projectId, days },
      { placeholderData: keepPreviousData, refetchInterval: REFRESH_MS },
    ),
  )
  return (
    <QueryContent query={query} loading={<RateChartsLoading title={TITLE} />}>
      {(activity) => (
        <RateCharts
          title={TITLE}
          description="Attempts to deliver webhooks and events, by outcome."
          words={{ ok: 'delivered', failed: 'failed', empty: 'No attempts in this time.' }}
          rates={activity}
          rows={{ name: 'Deliveries', hrefOf: (day) => `${paths.webhooks(projectId)}${day}&days=${days}` }}
        >
          <Destinations items={activity.byDestination} />
        </RateCharts>
      )}
    </QueryContent>
  )
}

function Destinations({ items }: { items: DeliveryActivity['byDestination'] }) {
  if (items.length === 0) return null
  return (
    <ul aria-label="Attempts by destination" className="mt-5 space-y-1.5 border-t pt-4">
      {items.map(({ id, name, ok, failed }) => (
        <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="wrap-anywhere min-w-0 font-mono text-[0.8125rem]">{name}</span>
          <span className="tabular text-muted-foreground">
            {failed > 0 ? (
              <span className="font-medium text-danger-foreground">{failed.toLocaleString('en-US')} failed</span>
            ) : (
              '0 failed'
            )}{' '}
            of {(ok + failed).toLocaleString('en-US')}
          </span>
        </li>
      ))}
    </ul>
  )
}
