'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FolderOpen, Users } from 'lucide-react'
import { useAct } from '@/components/form/use-act'
import { Page } from '@/components/layout/page'
import { BusinessBalance } from '@/components/ledger/business-balance'
import { paths } from '@/components/paths'
import { InvitePerson } from '@/components/people/invite-person'
import { CreateProject } from '@/components/projects/create-project'
import { EndWaiting } from '@/components/projects/end-waiting'
import { PROJECT_LOOKS } from '@/components/projects/project-looks'
import { QueryError } from '@/components/query-error'
import { BusinessGasBudgets } from '@/components/sponsorship/business-gas-budgets'
import { dateColumn, stateColumn } from '@/components/table/columns'
import { listWithin } from '@/components/table/list-query'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { useTRPC } from '@/components/trpc'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { StateBadge } from '@/components/ui/state-badge'
import { toast } from '@/components/ui/toast'
import type { BusinessDetail as Detail } from '@/server/businesses/contract'
import { SwitchStatus } from './switch-status'

type Project = Detail['projects'][number]
type Member = Detail['people'][number]

const PROJECT_COLUMNS: readonly TableColumn<Project>[] = [
  { id: 'name', header: 'Project', cell: (project) => project.name },
  stateColumn((project) => project.status, PROJECT_LOOKS),
  {
    id: 'keys',
    header: 'Live keys',
    align: 'end',
    hideBelow: 'sm',
    cell: (project) => (project.liveKeys === 0 ? 'None' : project.liveKeys),
  },
  dateColumn((project) => project.createdAt, { hideBelow: 'sm' }),
]

const PEOPLE_COLUMNS: readonly TableColumn<Member>[] = [
  {
    id: 'name',
    header: 'Person',
    cell: (person) => (
      <span className="block min-w-0 py-1">
        <span className="block font-medium">{person.name}</span>
        <span className="block break-all text-[0.8125rem] text-muted-foreground">{person.email}</span>
      </span>
    ),
  },
  { id: 'role', header: 'Role', cell: (person) => <Badge>{person.role}</Badge> },
  { id: 'active', header: 'Sign-in', hideBelow: 'sm', cell: (person) => (person.isActive ? 'On' : 'Off') },
]

/** One customer: its projects and its people. */
export function BusinessDetail({ businessId }: { businessId: string }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const query = useQuery(trpc.businesses.get.queryOptions({ businessId }))
  const setStatus = useAct(trpc.businesses.setStatus, {
    onSuccess: async (_none, { status }) => {
      await client.invalidateQueries(trpc.businesses.pathFilter())
      await client.invalidateQueries(trpc.lanes.pathFilter())
      toast.success(status === 'active' ? 'Business resumed' : 'Business suspended')
    },
  })
  const business = query.data
  const breadcrumbs = [{ label: 'Businesses', href: paths.businesses }]
  if (query.error && !business) {
    return (
      <Page title="Business" breadcrumbs={breadcrumbs}>
        <QueryError query={query} />
      </Page>
    )
  }
  return (
    <Page
      title={business?.name ?? 'Business'}
      badge={business ? <StateBadge state={business.status} looks={PROJECT_LOOKS} /> : null}
      description={business?.slug}
      breadcrumbs={breadcrumbs}
      actions={
        business ? (
          <SwitchStatus
            noun="business"
            name={business.name}
            status={business.status}
            act={setStatus}
            onSwitch={(status, onDone) => setStatus.mutate({ businessId, status }, { onSuccess: onDone })}
          />
        ) : null
      }
    >
      <EndWaiting businessId={businessId} projectId={null} />
      {business ? <BusinessBalance businessId={businessId} name={business.name} /> : null}
      {business ? <BusinessGasBudgets businessId={businessId} name={business.name} /> : null}
      <Card title="Projects" actions={<CreateProject businessId={businessId} />} flush>
        <QueryTable
          label="Projects"
          flush
          columns={PROJECT_COLUMNS}
          query={listWithin(query, ({ projects }) => projects)}
          rowKey={(project) => project.id}
          rowHref={(project) => paths.operatorProject(businessId, project.id)}
          skeletonRows={1}
          empty={
            <EmptyState icon={<FolderOpen aria-hidden />} title="No projects yet">
              A project holds keys, plans and settings.
            </EmptyState>
          }
        />
      </Card>
      <Card title="People" actions={<InvitePerson businessId={businessId} />} flush>
        <QueryTable
          label="People"
          flush
          columns={PEOPLE_COLUMNS}
          query={listWithin(query, ({ people }) => people)}
          rowKey={(person) => person.id}
          skeletonRows={2}
          empty={
            <EmptyState icon={<Users aria-hidden />} title="Nobody can sign in yet">
              Invite an owner first; owners rotate keys and decide about wallets.
            </EmptyState>
          }
        />
      </Card>
    </Page>
  )
}
