'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useQueryStates } from 'nuqs'
import { chartRange } from '@/components/charts/range'
import { RateCharts, RateChartsLoading } from '@/components/charts/rate-charts'
import { TextLink } from '@/components/layout/text-link'
import { paths } from '@/components/paths'
import { QueryContent } from '@/components/query-content'
import { useTRPC } from '@/components/trpc'
import type { DestinationAttempts } from '@/schemas/activity/contract'
import { destinationLink } from './destination-link'

const REFRESH_MS = 60_000
const TITLE = 'Delivery attempts'

/** The outcomes of deliveries, the response times of destinations, and the destinations that fail. */
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
          rows={{ name: 'Deliveries', hrefOf: (period) => `${paths.webhooks(projectId)}${period}&days=${days}` }}
        >
          <Destinations projectId={projectId} items={activity.byDestination} />
        </RateCharts>
      )}
    </QueryContent>
  )
}

/** Each links to its attempts: those of event subscriptions are on another page than the list below. */
function Destinations({ projectId, items }: { projectId: string; items: DestinationAttempts[] }) {
  if (items.length === 0) return null
  return (
    <ul aria-label="Attempts by destination" className="mt-5 space-y-1.5 border-t pt-4">
      {items.map((item) => {
        const { kindName, href } = destinationLink(projectId, item)
        return (
          <li key={item.id} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="min-w-0">
              <TextLink href={href} className="wrap-anywhere font-mono text-[0.8125rem]">
                {item.name}
              </TextLink>{' '}
              <span className="whitespace-nowrap text-[0.8125rem] text-muted-foreground">{kindName}</span>
            </span>
            <Failed {...item} />
          </li>
        )
      })}
    </ul>
  )
}

function Failed({ ok, failed }: Pick<DestinationAttempts, 'ok' | 'failed'>) {
  const text = `${failed.toLocaleString('en-US')} failed`
  return (
    <span className="tabular text-muted-foreground">
      {failed > 0 ? <span className="font-medium text-danger-foreground">{text}</span> : text} of{' '}
      {(ok + failed).toLocaleString('en-US')}
    </span>
  )
}
