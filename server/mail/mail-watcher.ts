import { and, count, eq, isNull, lt, min } from 'drizzle-orm'
import { mailMessages } from '@/db/schema'
import type { Watcher } from '@/server/alarms/watcher'
import { formatUtc } from '@/server/text/format-utc'

/** An email leaves within seconds; one that waits for this time was refused more than once, or no process sends. */
const LATE_AFTER_MS = 600_000

export const mailWatcher: Watcher = {
  name: 'mails',
  kinds: ['mail_backlog'],
  works: ['send-mails'],
  async findCauses({ db, now }) {
    const before = new Date(now().getTime() - LATE_AFTER_MS)
    const [late] = await db
      .select({ total: count(), since: min(mailMessages.queuedAt) })
      .from(mailMessages)
      .where(and(isNull(mailMessages.channelId), eq(mailMessages.status, 'pending'), lt(mailMessages.queuedAt, before)))
    if (!late?.since) return []
    const mails = late.total === 1 ? 'An email waits' : `${late.total} emails wait`
    const message = `${mails} to be sent, the oldest since ${formatUtc(late.since)}`
    return [{ kind: 'mail_backlog', chainId: null, subject: 'outbox', message }]
  },
}
