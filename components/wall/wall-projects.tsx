import { minuteText } from '@/components/charts/chart-data'
import { TextLink } from '@/components/layout/text-link'
import { paths } from '@/components/paths'
import { DataTable } from '@/components/table/data-table'
import type { TableColumn } from '@/components/table/table-column'
import { Amount } from '@/components/ui/amount'
import { Card } from '@/components/ui/card'
import { cn } from '@/components/ui/cn'
import type { WallProject, WallView } from '@/schemas/wall/contract'
import { groupDigits } from '@/server/money/display-amount'

const MS_PER_HOUR = 3_600_000

/** The part of the page that the figures above it lead to. */
export const BY_PROJECT = '#by-project'

const COLUMNS: readonly TableColumn<WallProject>[] = [
  {
    id: 'project',
    header: 'Project',
    cell: (project) => (
      <span className="block py-1">
        <TextLink href={paths.project(project.projectId)} className="font-medium">
          {project.projectName}
        </TextLink>
        <span className="block text-[0.8125rem] text-muted-foreground">{project.businessName}</span>
        <span className="mt-1 block text-[0.8125rem] leading-6 list-sm:hidden">
          Delivery attempts: <Failures project={project} of="deliveries" isInText />
        </span>
        <span className="block text-[0.8125rem] leading-6 list-sm:hidden">
          API calls: <Failures project={project} of="requests" isInText />
        </span>
      </span>
    ),
  },
  {
    id: 'volume',
    header: 'Volume',
    align: 'end',
    hideBelow: 'md',
    cell: ({ projectId, volumeUsd }) => (
      <TextLink href={`${paths.transactions(projectId)}${lastDay()}&status=COMPLETED`}>
        <Amount value={volumeUsd} unit="USD" />
      </TextLink>
    ),
  },
  failuresColumn('transactions', 'Transactions failed'),
  failuresColumn('deliveries', 'Attempts failed'),
  failuresColumn('requests', 'API calls failed'),
]

type Counted = 'transactions' | 'deliveries' | 'requests'

const LISTS = {
  transactions: (projectId) => `${paths.transactions(projectId)}${lastDay()}&status=FAILED`,
  deliveries: (projectId) => `${paths.webhooks(projectId)}${lastDay()}`,
  requests: (projectId) => `${paths.requests(projectId)}${lastDay()}&outcome=error`,
} satisfies Record<Counted, (projectId: string) => string>

function failuresColumn(of: Counted, header: string): TableColumn<WallProject> {
  return {
    id: of,
    header,
    align: 'end',
    hideBelow: of === 'transactions' ? undefined : 'sm',
    sortValue: (project) => project[of].failed,
    cell: (project) => <Failures project={project} of={of} />,
  }
}

/** `isInText`: within text, where colour alone does not show that it is a link. */
function Failures({ project, of, isInText }: { project: WallProject; of: Counted; isInText?: true }) {
  const { ok, failed } = project[of]
  if (ok + failed === 0) return <span className="text-muted-foreground">—</span>
  return (
    <TextLink href={LISTS[of](project.projectId)} className={cn('tabular whitespace-nowrap', isInText && 'underline')}>
      {groupDigits(String(failed))} of {groupDigits(String(ok + failed))}
    </TextLink>
  )
}

/** The last 24 hours as the filter of a list. The figures count whole hours, so they begin with the first of these. */
function lastDay(): string {
  const first = Math.ceil(Date.now() / MS_PER_HOUR - 24) * MS_PER_HOUR
  return `?from=${minuteText(new Date(first).toISOString())}`
}

/** The projects that the figures of the last 24 hours come from, each figure with the list it counts. */
export function WallProjects({ projects }: { projects: WallView['projects'] }) {
  return (
    <section id="by-project" className="scroll-mt-16" aria-label="By project">
      <Card title="By project" description="The last 24 hours, most failures first." flush>
        <DataTable
          flush
          label="Projects of the last 24 hours"
          columns={COLUMNS}
          rows={projects}
          rowKey={({ projectId }) => projectId}
          notice={null}
          instead={
            projects.length === 0 ? (
              <p className="px-5 py-4 text-muted-foreground">No activity in the last 24 hours.</p>
            ) : null
          }
        />
      </Card>
    </section>
  )
}
