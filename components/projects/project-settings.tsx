'use client'

import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { LinkButton } from '@/components/layout/link-button'
import { Page } from '@/components/layout/page'
import { paths } from '@/components/paths'
import { PlanCapabilities } from '@/components/plans/plan-capabilities'
import { QueryContent } from '@/components/query-content'
import { useTRPC } from '@/components/trpc'
import { Address } from '@/components/ui/address'
import { Card } from '@/components/ui/card'
import { KeyValueList } from '@/components/ui/key-value-list'
import { Skeleton } from '@/components/ui/skeleton'
import { StateBadge } from '@/components/ui/state-badge'
import { Time } from '@/components/ui/time'
import { PROJECT_DISPLAYS } from './project-displays'
import { ProjectNameActions } from './project-name-actions'
import { ProjectNetworks } from './project-networks'
import { WebhookSecret } from './webhook-secret'

export function ProjectSettings({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const { data: project } = useSuspenseQuery(trpc.projects.get.queryOptions({ projectId }))
  const plans = useQuery(trpc.subscriptions.list.queryOptions({ projectId }))
  return (
    <Page title="Settings" description="Details, plans, networks and webhook signing of this project." width="narrow">
      <Card title="Project" actions={<ProjectNameActions project={project} />}>
        <KeyValueList
          items={[
            { label: 'Name', value: project.name },
            { label: 'Business', value: project.businessName },
            { label: 'Status', value: <StateBadge state={project.status} displays={PROJECT_DISPLAYS} /> },
            { label: 'Project id', value: <Address value={project.id} kind="project id" full /> },
            { label: 'Business id', value: <Address value={project.businessId} kind="business id" full /> },
            { label: 'Created', value: <Time value={project.createdAt} /> },
          ]}
        />
      </Card>
      <ProjectNetworks projectId={projectId} testnetsOnly={project.testnetsOnly} />
      <WebhookSecret projectId={projectId} version={project.webhookSecretVersion} />
      <Card
        title="Plans"
        description="Each plan covers one product."
        actions={<LinkButton href={paths.projectPlans(projectId)}>Change plans</LinkButton>}
        flush
      >
        <QueryContent query={plans} flush loading={<Skeleton className="m-5 h-24" />}>
          {({ items }) => <PlanCapabilities plans={items} />}
        </QueryContent>
      </Card>
    </Page>
  )
}
