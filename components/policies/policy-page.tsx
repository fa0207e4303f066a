'use client'

import { useQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import { LinkButton } from '@/components/layout/link-button'
import { paths } from '@/components/paths'
import { QueryPage } from '@/components/query-page'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import type { PolicyScope, PolicyView } from '@/schemas/policies/contract'
import { PolicyForm } from './policy-form'
import { PolicyHistory } from './policy-history'
import { PolicyUsage } from './policy-usage'

const REFRESH_MS = 15_000

const WORDS = {
  project: {
    title: 'Policy',
    description:
      'Rules for the transactions of this project: limits, recipients, contract calls, and when a second person has to approve. The business policy applies as well. The stricter rule wins.',
    other: { label: 'Policy of the business', href: paths.businessPolicy },
  },
  business: {
    title: 'Business policy',
    description:
      'Rules for the transactions of all projects of the business together. The policy of each project applies as well. The stricter rule wins.',
    other: { label: 'Policy of this project', href: paths.policy },
  },
} satisfies Record<PolicyScope, object>

type PolicyPageProps = { projectId: string; scope: PolicyScope }

/** What transactions of a project, or of all projects of its business, may do, and what they used of it. */
export function PolicyPage({ projectId, scope }: PolicyPageProps) {
  const trpc = useTRPC()
  const query = useQuery(trpc.policies.get.queryOptions({ projectId, scope }, { refetchInterval: REFRESH_MS }))
  const { title, description, other } = WORDS[scope]
  return (
    <QueryPage
      query={query}
      title={title}
      description={description}
      actions={
        <LinkButton href={other.href(projectId)} icon={<ListChecks aria-hidden />}>
          {other.label}
        </LinkButton>
      }
      width="narrow"
      head={(policy) => ({ badge: <StateOf policy={policy} /> })}
    >
      {(policy) => (
        <>
          <PolicyUsage policy={policy} />
          <StartedForm projectId={projectId} scope={scope} policy={policy} />
          <PolicyHistory projectId={projectId} scope={scope} />
        </>
      )}
    </QueryPage>
  )
}

/**
 * Keeps the form on the policy it started from while the page refreshes; another person's change does not discard the
 * input.
 */
function StartedForm({ projectId, scope, policy }: PolicyPageProps & { policy: PolicyView }) {
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
              Load new policy
            </Button>
          }
        >
          The form shows the previous rules. Loading the new ones discards your changes.
        </Alert>
      ) : null}
      <PolicyForm key={started.version} projectId={projectId} scope={scope} policy={started} onSaved={setStarted} />
    </>
  )
}

function StateOf({ policy }: { policy: PolicyView }) {
  if (policy.version === null) return <Badge>No policy yet</Badge>
  return policy.isActive ? <Badge tone="success">Enforced</Badge> : <Badge tone="warning">Off</Badge>
}
