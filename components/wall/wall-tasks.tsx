import { LinkButton } from '@/components/layout/link-button'
import { paths } from '@/components/paths'
import { Card } from '@/components/ui/card'
import { Time } from '@/components/ui/time'
import { ToneIcon } from '@/components/ui/tone-icon'
import type { WallTask, WallView } from '@/schemas/wall/contract'

const TASKS = {
  exceptions: {
    one: 'sum of money needs a decision',
    many: 'sums of money need a decision',
    action: 'Open exceptions',
    href: paths.exceptions,
  },
  proposals_open: {
    one: 'proposal is waiting for a second operator',
    many: 'proposals are waiting for a second operator',
    action: 'Open proposals',
    href: paths.proposals,
  },
  needs_operator: {
    one: 'transaction needs an operator',
    many: 'transactions need an operator',
    action: 'Open lanes',
    href: paths.lanes,
  },
  keys_awaited: {
    one: 'project with a plan is waiting for its first API keys',
    many: 'projects with a plan are waiting for their first API keys',
    action: 'Open project',
    href: paths.businesses,
  },
  mails_failed: {
    one: 'email failed in the last seven days',
    many: 'emails failed in the last seven days',
    action: 'Open email',
    href: `${paths.mail}?status=failed`,
  },
  webhooks_late: {
    one: 'webhook is more than five minutes late',
    many: 'webhooks are more than five minutes late',
    action: 'Open alarms',
    href: paths.alarms,
  },
} satisfies Record<WallTask, { one: string; many: string; action: string; href: string }>

/** Tasks for a person, each with a link to its page. */
export function WallTasks({ tasks }: { tasks: WallView['tasks'] }) {
  return (
    <Card title="To do" flush>
      {tasks.length === 0 ? (
        <p className="flex items-center gap-3 px-5 py-4 text-muted-foreground">
          <ToneIcon tone="success" className="text-success-foreground" /> You are all caught up.
        </p>
      ) : (
        <ul className="divide-y">
          {tasks.map(({ task, count, oldestAt, oldestId }) => (
            <li key={task} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3">
              <div className="min-w-0">
                <p>
                  <strong className="tabular font-semibold">{count.toLocaleString('en-US')}</strong>{' '}
                  {count === 1 ? TASKS[task].one : TASKS[task].many}
                </p>
                <p className="text-[0.8125rem] text-muted-foreground">
                  Oldest <Time value={oldestAt} />
                </p>
              </div>
              <LinkButton size="sm" href={hrefOf(task, oldestId)}>
                {TASKS[task].action}
              </LinkButton>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** Links to the page of each task. API keys are issued on the page of their project. */
function hrefOf(task: WallTask, oldestId: string | null): string {
  const [businessId, projectId] = oldestId?.split('/') ?? []
  return businessId && projectId ? paths.operatorProject(businessId, projectId) : TASKS[task].href
}
