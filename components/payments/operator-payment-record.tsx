import { JOURNAL_DISPLAYS } from '@/components/ledger/journal-displays'
import { Card } from '@/components/ui/card'
import { StateBadge } from '@/components/ui/state-badge'
import { Time } from '@/components/ui/time'
import { MESSAGE_DISPLAYS } from '@/components/webhooks/message-displays'
import type { OperatorPaymentDetail } from '@/schemas/payments/operator/contract'

/** The ledger journals and webhook events of a payment. */
export function OperatorPaymentRecord({ payment: { journals, webhookEvents } }: { payment: OperatorPaymentDetail }) {
  return (
    <>
      <Card title="Ledger journals" flush>
        {journals.length === 0 ? <p className="px-5 py-4 text-muted-foreground">No journals.</p> : null}
        <ul className="divide-y">
          {journals.map((journal) => (
            <li key={journal.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3">
              <StateBadge state={journal.kind} displays={JOURNAL_DISPLAYS} />
              <span className="min-w-0 flex-1 basis-60 break-words">{journal.reason}</span>
              <Time value={journal.createdAt} className="text-muted-foreground text-xs" />
            </li>
          ))}
        </ul>
      </Card>
      <Card title="Events sent" flush>
        {webhookEvents.length === 0 ? (
          <p className="px-5 py-4 text-muted-foreground">No endpoint subscribes to this.</p>
        ) : null}
        <ul className="divide-y">
          {webhookEvents.map((event) => (
            <li key={event.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3">
              <span className="min-w-0 flex-1 basis-40 break-all font-mono text-[0.8125rem]">{event.kind}</span>
              <StateBadge state={event.status} displays={MESSAGE_DISPLAYS} />
              <Time value={event.createdAt} className="text-muted-foreground text-xs" />
            </li>
          ))}
        </ul>
      </Card>
    </>
  )
}
