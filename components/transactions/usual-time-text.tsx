'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/components/trpc'
import { shortDuration } from '@/components/ui/short-duration'
import { Skeleton } from '@/components/ui/skeleton'
import type { ChainView } from '@/schemas/wallets/contract'

const STALE_AFTER_MS = 60_000

/** The time until the latest transfers on the chain were final. */
export function UsualTimeText({ projectId, chain }: { projectId: string; chain: ChainView }) {
  const trpc = useTRPC()
  const query = useQuery(
    trpc.transactions.getUsualTime.queryOptions(
      { projectId, chainId: chain.chainId },
      { staleTime: STALE_AFTER_MS, retry: false },
    ),
  )
  if (query.isPending) return <Skeleton className="h-5 w-40" />
  if (query.error) return 'Unknown'
  if (!query.data) return `Not known yet on ${chain.name}`
  const { sample, p50Ms, p95Ms } = query.data
  return (
    <span>
      Final in {shortDuration(p50Ms)}
      <span className="text-muted-foreground">
        {p95Ms === null ? '' : `, 95% within ${shortDuration(p95Ms)}`} (
        {sample === 1 ? 'last transfer' : `last ${sample} transfers`} on {chain.name})
      </span>
    </span>
  )
}
