'use client'

import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { QueryError } from '@/components/query-error'
import { useTRPC } from '@/components/trpc'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import type { PolicyChangeView, PolicyScope } from '@/server/policies/contract'
import { changedText } from './policy-changes'

/** The latest changes of a policy, by whom and from what to what. */
export function PolicyHistory({ projectId, scope }: { projectId: string; scope: PolicyScope }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.policies.changes.queryOptions({ projectId, scope }))
  if (query.error) return <QueryError query={query} />
  return (
    <Card title="History" description="The latest twenty, from the audit log." flush>
      {query.data ? <Changes changes={query.data} /> : <Skeleton className="m-4 h-24" />}
    </Card>
  )
}

function Changes({ changes }: { changes: readonly PolicyChangeView[] }) {
  if (changes.length === 0) {
    return <EmptyState icon={<History aria-hidden />} title="This policy was never changed" />
  }
  return (
    <ul aria-label="History" className="divide-y text-[0.8125rem]">
      {changes.map((change) => (
        <li key={change.seq} className="space-y-1 px-4 py-3">
          <p className="text-muted-foreground">
            <span className="font-medium text-foreground">{change.by}</span>, <Time value={change.at} />
          </p>
          {changedText(change).map(({ name, text }) => (
            <p key={name} className="break-words">
              <span className="font-medium">{name}: </span>
              {text}
            </p>
          ))}
        </li>
      ))}
    </ul>
  )
}
