'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { SwitchStatus } from '@/components/businesses/switch-status'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { IssuedKeys } from '@/components/keys/issued-keys'
import { LinkButton } from '@/components/layout/link-button'
import { paths } from '@/components/paths'
import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { ProjectPlans } from '@/components/plans/project-plans'
import { ProjectSubscriptions } from '@/components/plans/project-subscriptions'
import { QueryPage } from '@/components/query-page'
import { useTRPC } from '@/components/trpc'
import { EmptyState } from '@/components/ui/empty-state'
import { StateBadge } from '@/components/ui/state-badge'
import { toast } from '@/components/ui/toast'
import type { BusinessDetail } from '@/schemas/businesses/contract'
import { ChooseNetworks } from './choose-networks'
import { EndWaiting } from './end-waiting'
import { PROJECT_DISPLAYS } from './project-displays'

type OperatorProjectProps = { businessId: string; projectId: string }

/** The decisions of the operator about a project: its keys, its plans and whether it is suspended. */
export function OperatorProject({ businessId, projectId }: OperatorProjectProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const query = useQuery(trpc.businesses.get.queryOptions({ businessId }))
  const setStatus = useServerMutation(trpc.projects.setStatus, {
    onSuccess: async (_none, { status }) => {
      await client.invalidateQueries(trpc.businesses.pathFilter())
      await client.invalidateQueries(trpc.lanes.pathFilter())
      toast.success(status === 'active' ? 'Project resumed' : 'Project suspended')
    },
  })
  const shortfall = usePlatformShortfall()
  const setNetworks = useServerMutation(trpc.projects.setTestnetsOnlyOfProject, {
    onSuccess: async (_none, { testnetsOnly }) => {
      await client.invalidateQueries(trpc.businesses.pathFilter())
      toast.success(testnetsOnly ? 'Limited to testnets' : 'Mainnets are allowed')
    },
  })
  const projectOf = ({ projects }: BusinessDetail) => projects.find(({ id }) => id === projectId)
  return (
    <QueryPage
      query={query}
      title="Project"
      breadcrumbs={[
        { label: 'Businesses', href: paths.businesses },
        { label: query.data?.name ?? 'Business', href: paths.business(businessId) },
      ]}
      head={(business) => {
        const project = projectOf(business)
        if (!project) return {}
        return {
          title: project.name,
          badge: <StateBadge state={project.status} displays={PROJECT_DISPLAYS} />,
          description: business.name,
          actions: (
            <>
              <LinkButton href={paths.project(projectId)} icon={<Eye aria-hidden />}>
                View as the business
              </LinkButton>
              <SwitchStatus
                noun="project"
                name={project.name}
                status={project.status}
                mutation={setStatus}
                onSwitch={(status, onDone) =>
                  setStatus.mutate({ businessId, projectId, status }, { onSuccess: onDone })
                }
              />
            </>
          ),
        }
      }}
    >
      {(business) => {
        const project = projectOf(business)
        if (!project) return <EmptyState title="This business has no such project" />
        return (
          <>
            <EndWaiting businessId={businessId} projectId={projectId} />
            <IssuedKeys businessId={businessId} projectId={projectId} />
            <ChooseNetworks
              testnetsOnly={project.testnetsOnly}
              isChosen
              shortfall={shortfall}
              mutation={setNetworks}
              onChoose={(testnetsOnly, onDone) =>
                setNetworks.mutate({ businessId, projectId, testnetsOnly }, { onSuccess: onDone })
              }
            />
            <ProjectPlans businessId={businessId} projectId={projectId} />
            <ProjectSubscriptions businessId={businessId} projectId={projectId} />
          </>
        )
      }}
    </QueryPage>
  )
}
