import { webhooksDue } from '@/inngest/events'
import { wakeMails } from '@/server/mail/queue-mails'
import { wake } from '@/server/waking/wake'

/** What was put into the outboxes of webhooks and of mails leaves now. To be called once that is committed. */
export function wakeOutboxes(): void {
  wake(webhooksDue, {})
  wakeMails()
}
