'use client'

import { useQuery } from '@tanstack/react-query'
import { AppLink } from '@/components/layout/app-link'
import { paths } from '@/components/paths'
import { QueryList } from '@/components/table/query-list'
import { useTRPC } from '@/components/trpc'
import { displayUsd } from '@/server/money/display-amount'

const REFRESH_MS = 30_000

/** The gas that the platform pays today on a chain: the businesses, and the used part of each budget. */
export function ChainGasUse({ chainId, chainName }: { chainId: number; chainName: string }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.sponsorship.listBudgetUse.queryOptions({ chainId }, { refetchInterval: REFRESH_MS }))
  return (
    <section className="border-t px-5 py-3" aria-label={`Sponsored gas on ${chainName} today`}>
      <h3 className="text-[0.8125rem] text-muted-foreground">Sponsored gas today (UTC)</h3>
      <QueryList query={query} empty={<p>None yet</p>}>
        {(uses) => (
          <ul>
            {uses.map(({ businessId, businessName, spent, reserved, daily }) => (
              <li key={businessId} className="flex flex-wrap items-center justify-between gap-x-4 py-1">
                <AppLink className="min-w-0 break-words font-medium hover:underline" href={paths.business(businessId)}>
                  {businessName}
                </AppLink>
                <span className="tabular text-muted-foreground">
                  {displayUsd(spent)} spent, {displayUsd(reserved)} held, of {displayUsd(daily)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </QueryList>
    </section>
  )
}
