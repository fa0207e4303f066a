import { count, min, sql } from 'drizzle-orm'
import { webhookMessages } from '@/db/schema'
import type { Watcher } from '@/server/alarms/watcher'
import { formatUtc } from '@/server/text/format-utc'
import { DUE_AT, IS_DUE } from './due-messages'

/**
 * A due message is claimed within seconds. After this time, no process delivers or there are more messages than
 * capacity.
 */
const LATE_AFTER_MS = 120_000

export const backlogWatcher: Watcher = {
  name: 'webhooks',
  kinds: ['webhook_backlog'],
  works: ['dispatch-webhooks'],
  async findCauses({ db, now }) {
    const before = new Date(now().getTime() - LATE_AFTER_MS).toISOString()
    const [late] = await db
      .select({ total: count(), since: min(sql<string>`${DUE_AT}`) })
      .from(webhookMessages)
      .where(sql`${IS_DUE} and ${DUE_AT} < ${before}::timestamptz`)
    if (!late?.since) return []
    const [messages, are] = late.total === 1 ? ['A webhook message', 'is'] : [`${late.total} webhook messages`, 'are']
    const message = `${messages} ${are} late, the oldest since ${formatUtc(new Date(late.since))}`
    return [{ kind: 'webhook_backlog', chainId: null, subject: 'dispatcher', message }]
  },
}
