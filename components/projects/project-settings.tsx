'use client'

import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { LinkButton } from '@/components/layout/link-button'
import { Page } from '@/components/layout/page'
import { paths } from '@/components/paths'
import { PlanCapabilities } from '@/components/plans/plan-capabilities'
import { QueryContent } from '@/components/query-content'
import { useTRPC } from '@/components/trpc'
import { AddDialog } from '@/components/ui/add-dialog'
import { Address } from '@/components/ui/address'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { KeyValueList } from '@/components/ui/key-value-list'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import { Skeleton } from '@/components/ui/skeleton'
import { StateBadge } from '@/components/ui/state-badge'
import { Time } from '@/components/ui/time'
import { toast } from '@/components/ui/toast'
import { ChooseNetworks } from './choose-networks'
import { PROJECT_DISPLAYS } from './project-displays'
import { useRoleShortfall } from './use-role-shortfall'
import { WebhookSecret } from './webhook-secret'

const renameForm = lazyPart(() => import('./rename-project-form'))
const projectForm = lazyPart(() => import('./own-project-form'))

type ProjectNameActionsProps = { project: { id: string; name: string; businessId: string } }

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

/** The owner's choice of networks. */
function ProjectNetworks({ projectId, testnetsOnly }: { projectId: string; testnetsOnly: boolean }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const shortfall = useRoleShortfall(projectId, 'owner')
  const overview = useQuery(trpc.projects.getOverview.queryOptions({ projectId }))
  const choose = useServerMutation(trpc.projects.setTestnetsOnly, {
    onSuccess: async (_none, chosen) => {
      await client.invalidateQueries(trpc.projects.pathFilter())
      toast.success(chosen.testnetsOnly ? 'Limited to testnets' : 'Mainnets are allowed')
    },
  })
  return (
    <ChooseNetworks
      testnetsOnly={testnetsOnly}
      isChosen={overview.data?.done.networksChosen ?? true}
      shortfall={shortfall}
      mutation={choose}
      onChoose={(isLimited, onDone) => choose.mutate({ projectId, testnetsOnly: isLimited }, { onSuccess: onDone })}
    />
  )
}

/** Renames the project, and makes a further one of the business. */
function ProjectNameActions({ project: { id, name, businessId } }: ProjectNameActionsProps) {
  const shortfall = useRoleShortfall(id, 'owner')
  return (
    <>
      <LazyDialog
        part={renameForm}
        trigger={
          <Button size="sm" disabledReason={shortfall}>
            Rename
          </Button>
        }
      >
        {({ RenameProjectForm }, state) => <RenameProjectForm projectId={id} name={name} {...state} />}
      </LazyDialog>
      <AddDialog part={projectForm} label="New project" size="sm" disabledReason={shortfall}>
        {({ OwnProjectForm }, state) => <OwnProjectForm businessId={businessId} {...state} />}
      </AddDialog>
    </>
  )
}
