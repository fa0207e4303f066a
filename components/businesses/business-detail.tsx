'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Eye, FolderOpen, Users } from 'lucide-react'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { LinkButton } from '@/components/layout/link-button'
import { BusinessBalance } from '@/components/ledger/business-balance'
import { paths } from '@/components/paths'
import { InvitePerson } from '@/components/people/invite-person'
import { OpenInvitations } from '@/components/people/open-invitations'
import { CreateProject } from '@/components/projects/create-project'
import { EndWaiting } from '@/components/projects/end-waiting'
import { PROJECT_DISPLAYS } from '@/components/projects/project-displays'
import { QueryPage } from '@/components/query-page'
import { BusinessSeedExport } from '@/components/seed-exports/business-seed-export'
import { BusinessGasBudgets } from '@/components/sponsorship/business-gas-budgets'
import { actionsColumn, amountColumn, dateColumn, stateColumn } from '@/components/table/columns'
import { DataTable } from '@/components/table/data-table'
import type { TableColumn } from '@/components/table/table-column'
import { useTRPC } from '@/components/trpc'
import { Amount } from '@/components/ui/amount'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { EmailAddress } from '@/components/ui/email-address'
import { EmptyState } from '@/components/ui/empty-state'
import { StateBadge } from '@/components/ui/state-badge'
import { Time } from '@/components/ui/time'
import { toast } from '@/components/ui/toast'
import type { BusinessDetail as Detail } from '@/schemas/businesses/contract'
import { ActivityFigures } from './activity-figures'
import { SwitchStatus } from './switch-status'

type Project = Detail['projects'][number]
type Member = Detail['people'][number]

const PROJECT_COLUMNS: readonly TableColumn<Project>[] = [
  {
    id: 'name',
    header: 'Project',
    cell: ({ name, activity }) => (
      <span className="block py-1 list-lg:min-w-32">
        <span className="wrap-anywhere block whitespace-normal">{name}</span>
        <span className="block font-normal text-[0.8125rem] text-muted-foreground list-sm:hidden">
          <Amount value={activity.volumeUsd} unit="USD" /> in 30 days
        </span>
        <span className="block font-normal text-[0.8125rem] text-muted-foreground list-md:hidden">
          Last API call: <Time value={activity.lastCallAt} />
        </span>
        {activity.failingDestinations > 0 ? (
          <span className="block font-normal text-[0.8125rem] list-lg:hidden">
            {activity.failingDestinations} failing {activity.failingDestinations === 1 ? 'destination' : 'destinations'}
          </span>
        ) : null}
      </span>
    ),
  },
  stateColumn((project) => project.status, PROJECT_DISPLAYS),
  {
    id: 'keys',
    header: 'Live keys',
    align: 'end',
    hideBelow: 'sm',
    cell: (project) => (project.liveKeys === 0 ? 'None' : project.liveKeys),
  },
  amountColumn(({ activity }) => ({ amount: activity.volumeUsd, unit: 'USD' }), {
    id: 'volume',
    header: 'Volume, 30 days',
    hideBelow: 'sm',
  }),
  {
    id: 'failing',
    header: 'Failing destinations',
    align: 'end',
    hideBelow: 'lg',
    cell: ({ activity }) => activity.failingDestinations,
  },
  dateColumn(({ activity }) => activity.lastCallAt, {
    id: 'lastCallAt',
    header: 'Last API call',
    hideBelow: 'md',
    fallback: 'Never',
  }),
  dateColumn((project) => project.createdAt, { hideBelow: '2xl' }),
  actionsColumn(({ id, name }) => (
    <LinkButton
      size="sm"
      href={paths.project(id)}
      icon={<Eye aria-hidden />}
      aria-label={`View ${name} as the business`}
    >
      View
    </LinkButton>
  )),
]

const PEOPLE_COLUMNS: readonly TableColumn<Member>[] = [
  {
    id: 'name',
    header: 'Person',
    cell: (person) => (
      <span className="block min-w-0 py-1">
        <span className="block font-medium">{person.name}</span>
        <EmailAddress value={person.email} className="block text-[0.8125rem] text-muted-foreground" />
      </span>
    ),
  },
  { id: 'role', header: 'Role', cell: (person) => <Badge className="capitalize">{person.role}</Badge> },
  {
    id: 'active',
    header: 'Sign-in',
    hideBelow: 'sm',
    cell: (person) => (person.isActive ? 'On' : <Badge tone="warning">Off</Badge>),
  },
]

/** One customer: its projects and its people. */
export function BusinessDetail({ businessId }: { businessId: string }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const query = useQuery(trpc.businesses.get.queryOptions({ businessId }))
  const setStatus = useServerMutation(trpc.businesses.setStatus, {
    onSuccess: async (_none, { status }) => {
      await client.invalidateQueries(trpc.businesses.pathFilter())
      await client.invalidateQueries(trpc.lanes.pathFilter())
      toast.success(status === 'active' ? 'Business resumed' : 'Business suspended')
    },
  })
  return (
    <QueryPage
      query={query}
      title="Business"
      breadcrumbs={[{ label: 'Businesses', href: paths.businesses }]}
      head={({ name, slug, status }) => ({
        title: name,
        badge: <StateBadge state={status} displays={PROJECT_DISPLAYS} />,
        description: slug,
        actions: (
          <SwitchStatus
            noun="business"
            name={name}
            status={status}
            mutation={setStatus}
            onSwitch={(next, onDone) => setStatus.mutate({ businessId, status: next }, { onSuccess: onDone })}
          />
        ),
      })}
    >
      {({ name, projects, people, activity }) => (
        <>
          <ActivityFigures activity={activity} />
          <nav aria-label="Records of the business" className="flex flex-wrap gap-2">
            <LinkButton size="sm" href={paths.paymentsOf(businessId)}>
              Payments
            </LinkButton>
            <LinkButton size="sm" href={paths.auditOf(businessId)}>
              Audit log
            </LinkButton>
            <LinkButton size="sm" href={paths.gasLedgerOf(businessId)}>
              Gas ledger
            </LinkButton>
          </nav>
          <EndWaiting businessId={businessId} projectId={null} />
          <Card title="Projects" actions={<CreateProject businessId={businessId} />} flush>
            <DataTable
              label="Projects"
              flush
              columns={PROJECT_COLUMNS}
              rows={projects}
              rowKey={(project) => project.id}
              rowHref={(project) => paths.operatorProject(businessId, project.id)}
              notice={null}
              instead={
                projects.length === 0 ? (
                  <EmptyState icon={<FolderOpen aria-hidden />} title="No projects yet">
                    A project holds keys, plans and settings.
                  </EmptyState>
                ) : null
              }
            />
          </Card>
          <Card title="People" actions={<InvitePerson businessId={businessId} />} flush>
            <DataTable
              label="People"
              flush
              columns={PEOPLE_COLUMNS}
              rows={people}
              rowKey={(person) => person.id}
              notice={null}
              instead={
                people.length === 0 ? (
                  <EmptyState icon={<Users aria-hidden />} title="No people yet">
                    People appear here when they accept their invitation. Invite an owner first: owners rotate keys and
                    manage wallets.
                  </EmptyState>
                ) : null
              }
            />
          </Card>
          <OpenInvitations businessId={businessId} />
          <BusinessBalance businessId={businessId} name={name} />
          <BusinessGasBudgets businessId={businessId} name={name} />
          <BusinessSeedExport businessId={businessId} name={name} people={people} />
        </>
      )}
    </QueryPage>
  )
}
