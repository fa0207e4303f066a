'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'
import { timeDistance } from '@/components/ui/time-distance'
import { useCurrentMinute } from '@/components/ui/use-current-minute'
import type { ChainNotice, ChainProblemKind } from '@/schemas/chains/contract'

const REFRESH_MS = 30_000

const WHAT = {
  stalled: 'has produced no block for',
  unreachable: 'has not answered for',
} satisfies Record<ChainProblemKind, string>

/** Chains that make no progress, above every page of a project. */
export function ProjectChainNotices({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const { data } = useQuery(trpc.chains.listNotices.queryOptions({ projectId }, { refetchInterval: REFRESH_MS }))
  return <ChainNotices notices={data} hint="Transactions on this chain wait until it resumes. Nothing is lost." />
}

/** The notices that operators and support see. */
export function OperatorChainNotices() {
  const trpc = useTRPC()
  const { data } = useQuery(trpc.chains.listNoticesOfAll.queryOptions(undefined, { refetchInterval: REFRESH_MS }))
  return <ChainNotices notices={data} hint="The alarm closes automatically when the chain resumes." />
}

function ChainNotices({ notices, hint }: { notices: readonly ChainNotice[] | undefined; hint: string }) {
  const minute = useCurrentMinute()
  if (minute === null || !notices || notices.length === 0) return null
  return (
    <div className="mx-auto w-full max-w-6xl space-y-2 px-4 pt-4 sm:px-6 lg:px-10">
      {notices.map(({ chainId, name, kind, since }) => (
        <Alert key={chainId} tone="warning">
          <strong className="font-semibold">
            {name} {WHAT[kind]} {timeDistance(new Date(since), new Date())}.
          </strong>{' '}
          {hint}
        </Alert>
      ))}
    </div>
  )
}
