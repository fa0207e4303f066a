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
import { Card } from '@/components/ui/card'
import { Progress } from '@/components/ui/progress'
import type { PolicyScope, PolicyView } from '@/schemas/policies/contract'
import { displayUsd, exactMoney } from '@/server/money/display-amount'
import { PolicyForm } from './policy-form'
import { PolicyHistory } from './policy-history'

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

/** The policy for transactions of a project, or of all projects of its business, and the used part of its limits. */
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

/** The spending of the last 24 hours, calculated as the policy does, with its parts. */
function PolicyUsage({ policy }: { policy: PolicyView }) {
  const { spentPercent, dailyUsd, spentUsd, spentOnTestnetsUsd, spentByTokensUsd, spentByPayoutsUsd } = policy
  const counted = displayUsd(spentUsd)
  const parts = [
    { usd: spentOnTestnetsUsd, text: 'on testnets' },
    { usd: spentByTokensUsd, text: 'for own tokens that were minted, burned or moved, at their issue price' },
    { usd: spentByPayoutsUsd, text: 'for coupons and redemptions' },
  ].filter(({ usd }) => Number(usd) > 0)
  return (
    <Card>
      {dailyUsd === null ? (
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 font-medium">
          <span>Last 24 hours</span>
          <span className="tabular font-normal">{counted}, no limit set</span>
        </p>
      ) : (
        <Progress
          label="Used of the limit in the last 24 hours"
          value={spentPercent ?? 0}
          valueText={`${counted} of ${exactMoney(dailyUsd, 'USD')}`}
        />
      )}
      <p className="mt-2 text-[0.8125rem] text-muted-foreground">
        The limit counts every transfer, signed call and token operation at its value when it was accepted, also on
        testnets.{parts.length > 0 ? ' The amount includes:' : null}
      </p>
      {parts.length > 0 ? (
        <ul className="mt-1 list-disc pl-5 text-[0.8125rem] text-muted-foreground">
          {parts.map(({ usd, text }) => (
            <li key={text}>
              <span className="tabular">{displayUsd(usd)}</span> {text}
            </li>
          ))}
        </ul>
      ) : null}
    </Card>
  )
}
