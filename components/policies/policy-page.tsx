'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Page } from '@/components/layout/page'
import { QueryError } from '@/components/query-error'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import type { PolicyView } from '@/server/policies/contract'
import { PolicyForm } from './policy-form'
import { PolicyUsage } from './policy-usage'

const REFRESH_MS = 15_000

/** What a project's transactions may do, and what they used of it. */
export function PolicyPage({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.policies.get.queryOptions({ projectId }, { refetchInterval: REFRESH_MS }))
  const { data: policy } = query
  return (
    <Page
      title="Policy"
      description="What transactions of this project may do: how much, to whom, by which contract calls, and from where on a second person decides."
      badge={policy ? <StateOf policy={policy} /> : undefined}
      width="narrow"
    >
      {query.error && !policy ? <QueryError query={query} /> : null}
      {query.isPending ? (
        <Card>
          <Skeleton className="h-72" />
        </Card>
      ) : null}
      {policy ? (
        <>
          <PolicyUsage policy={policy} />
          <StartedForm projectId={projectId} policy={policy} />
          {policy.updatedAt ? (
            <p className="text-[0.8125rem] text-muted-foreground">
              Changed by {policy.updatedBy} <Time value={policy.updatedAt} />
            </p>
          ) : null}
        </>
      ) : null}
    </Page>
  )
}

/** Keeps the form on the policy it started from while the page refreshes; what was typed is not lost to somebody else's change. */
function StartedForm({ projectId, policy }: { projectId: string; policy: PolicyView }) {
  const [started, setStarted] = useState(policy)
  const isOutdated = started.version !== policy.version
  return (
    <>
      {isOutdated ? (
        <Alert
          tone="warning"
          title="The policy has changed"
          actions={
            <Button size="sm" onClick={() => setStarted(policy)}>
              Load it
            </Button>
          }
        >
          The form still shows the rules from before. Loading the new ones drops what you typed.
        </Alert>
      ) : null}
      <PolicyForm key={started.version} projectId={projectId} policy={started} onSaved={setStarted} />
    </>
  )
}

function StateOf({ policy }: { policy: PolicyView }) {
  if (policy.version === null) return <Badge>No policy yet</Badge>
  return policy.isActive ? <Badge tone="success">Enforced</Badge> : <Badge tone="warning">Off</Badge>
}
