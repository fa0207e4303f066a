import { LinkButton } from '@/components/layout/link-button'
import { paths } from '@/components/paths'
import { Card } from '@/components/ui/card'
import { Time } from '@/components/ui/time'
import { ToneIcon } from '@/components/ui/tone-icon'
import type { WallTask, WallView } from '@/schemas/wall/contract'

const TASKS = {
  unmatched_money: {
    text: 'receipts match no payment',
    mutation: 'Match money',
    href: `${paths.operatorPayments}?tab=exceptions`,
  },
  refunds_waiting: {
    text: 'refunds wait for approval',
    mutation: 'Decide refunds',
    href: `${paths.operatorPayments}?tab=refunds`,
  },
  provider_events_dead: {
    text: 'provider events failed for good',
    mutation: 'Open events',
    href: `${paths.providers}?tab=events&state=DEAD`,
  },
  proposals_open: { text: 'proposals wait for a second person', mutation: 'Open proposals', href: paths.proposals },
  needs_operator: { text: 'transactions need an operator', mutation: 'Open lanes', href: paths.lanes },
  mails_failed: { text: 'mails failed in seven days', mutation: 'Open mail', href: `${paths.mail}?status=failed` },
  webhooks_late: { text: 'webhooks are more than five minutes late', mutation: 'Open alarms', href: paths.alarms },
} satisfies Record<WallTask, { text: string; mutation: string; href: string }>

/** Work that a person has to do, each with where it is done. */
export function WallTasks({ tasks }: { tasks: WallView['tasks'] }) {
  return (
    <Card title="To do" flush>
      {tasks.length === 0 ? (
        <p className="flex items-center gap-3 px-5 py-4 text-muted-foreground">
          <ToneIcon tone="success" className="text-success-foreground" /> Nothing waits for a person.
        </p>
      ) : (
        <ul className="divide-y">
          {tasks.map(({ task, count, oldestAt }) => (
            <li key={task} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3">
              <div className="min-w-0">
                <p>
                  <strong className="tabular font-semibold">{count.toLocaleString('en-US')}</strong> {TASKS[task].text}
                </p>
                <p className="text-[0.8125rem] text-muted-foreground">
                  Oldest <Time value={oldestAt} />
                </p>
              </div>
              <LinkButton size="sm" href={TASKS[task].href}>
                {TASKS[task].mutation}
              </LinkButton>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
