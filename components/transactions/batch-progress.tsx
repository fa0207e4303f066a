'use client'

import { useQuery } from '@tanstack/react-query'
import { LinkButton } from '@/components/layout/link-button'
import { paths } from '@/components/paths'
import { useTRPC } from '@/components/trpc'
import { Progress } from '@/components/ui/progress'
import type { BatchResult, LineOutcome } from './batch-result'

const REFRESH_MS = 3_000

/** The number of accepted lines, and of their transactions that have ended. */
export function BatchProgress({ projectId, result }: { projectId: string; result: BatchResult }) {
  const trpc = useTRPC()
  const { batchId } = result
  const outcomes = [...result.byLine.values()]
  const count = (expected: LineOutcome['status']) => outcomes.filter(({ status }) => status === expected).length
  const accepted = count('ACCEPTED')
  const { data: open } = useQuery(
    trpc.transactions.list.queryOptions(
      { projectId, batchId, status: 'PENDING', page: 1 },
      { enabled: accepted > 0, refetchInterval: ({ state }) => (state.data?.total === 0 ? false : REFRESH_MS) },
    ),
  )
  const ended = open ? accepted - open.total : 0
  const others = [
    [count('EXISTING'), 'accepted before'],
    [count('REFUSED'), 'refused'],
    [count('NOT_ATTEMPTED'), 'not attempted'],
  ] as const
  const texts = others.flatMap(([n, text]) => (n > 0 ? [`, ${n} ${text}`] : []))
  return (
    <div className="space-y-3 border-b px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status">
          <strong>{accepted} accepted</strong>
          {texts.join('')}.
        </p>
        {accepted > 0 ? (
          <LinkButton size="sm" href={paths.batchTransactions(projectId, batchId)}>
            View transactions
          </LinkButton>
        ) : null}
      </div>
      {accepted > 0 ? (
        <Progress
          label="Transactions"
          value={open ? Math.round((ended / accepted) * 100) : null}
          valueText={open ? `${ended} of ${accepted} ended` : ''}
        />
      ) : null}
    </div>
  )
}
