'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useQueryStates } from 'nuqs'
import { chartRange } from '@/components/charts/range'
import { RateCharts, RateChartsLoading } from '@/components/charts/rate-charts'
import { TextLink } from '@/components/layout/text-link'
import { paths } from '@/components/paths'
import { QueryContent } from '@/components/query-content'
import { useTRPC } from '@/components/trpc'

const REFRESH_MS = 60_000
const TITLE = 'Calls'

/** The outcomes of the project's calls, and their durations. */
export function RequestCharts({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const [{ days }] = useQueryStates(chartRange)
  const query = useQuery(
    trpc.activity.getRequests.queryOptions(
      { projectId, days },
      { placeholderData: keepPreviousData, refetchInterval: REFRESH_MS },
    ),
  )
  return (
    <QueryContent query={query} loading={<RateChartsLoading title={TITLE} />}>
      {(activity) => (
        <RateCharts
          title={TITLE}
          description="Calls made with this project's keys, by outcome."
          words={{ ok: 'succeeded', failed: 'failed', empty: 'No calls in this time.' }}
          rates={activity}
          rows={{ name: 'Calls', hrefOf: (period) => `${paths.requests(projectId)}${period}&days=${days}` }}
        >
          {activity.byStatus.length > 0 ? (
            <ul aria-label="Failed calls by status" className="mt-5 flex flex-wrap gap-x-6 gap-y-1 border-t pt-4">
              <li aria-hidden className="text-muted-foreground">
                Failed by status
              </li>
              {activity.byStatus.map(({ status, n }) => (
                <li key={status}>
                  <TextLink
                    href={`${paths.requests(projectId)}?outcome=${Number(status) >= 500 ? 'failed' : 'refused'}`}
                  >
                    {status}
                  </TextLink>{' '}
                  <span className="tabular text-muted-foreground">{n.toLocaleString('en-US')}</span>
                </li>
              ))}
            </ul>
          ) : null}
        </RateCharts>
      )}
    </QueryContent>
  )
}
