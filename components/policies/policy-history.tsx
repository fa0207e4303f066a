'use client'

import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { QueryList } from '@/components/table/query-list'
import { useTRPC } from '@/components/trpc'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Time } from '@/components/ui/time'
import type { PolicyChangeView, PolicyScope } from '@/schemas/policies/contract'
import { changedText } from './policy-changes'

/** The latest changes of a policy: who made them, and the values before and after. */
export function PolicyHistory({ projectId, scope }: { projectId: string; scope: PolicyScope }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.policies.listChanges.queryOptions({ projectId, scope }))
  return (
    <Card title="History" description="The latest 20 changes, from the audit log." flush>
      <QueryList query={query} empty={<EmptyState icon={<History aria-hidden />} title="No changes yet" />}>
        {(changes) => <Changes changes={changes} />}
      </QueryList>
    </Card>
  )
}

function Changes({ changes }: { changes: readonly PolicyChangeView[] }) {
  return (
    <ul aria-label="History" className="divide-y text-[0.8125rem]">
      {changes.map((change) => (
        <li key={change.seq} className="space-y-1 px-5 py-3">
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
