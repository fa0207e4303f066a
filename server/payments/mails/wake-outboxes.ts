import { webhooksDue } from '@/inngest/events'
import { wakeMails } from '@/server/mail/queue-mails'
import { wake } from '@/server/waking/wake'

/** Wakes the dispatchers of webhooks and emails, so that new messages are sent now. Call it after the commit. */
export function wakeOutboxes(): void {
  wake(webhooksDue, {})
  wakeMails()
}
