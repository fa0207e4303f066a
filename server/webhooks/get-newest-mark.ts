import { and, desc, eq, sql } from 'drizzle-orm'
import { webhookMessages } from '@/db/schema'
import { IS_LISTED } from '@/db/schema/webhooks'
import type { TenantCtx } from '@/server/ctx'

/** The rows of two pages of the list. */
const WATCHED = 50

type MarkCtx = Pick<TenantCtx, 'db' | 'businessId'> & { projectId: string }

/** A text that changes when the project has newer messages, or when one of the newest has another attempt. */
export async function getNewestMark({ db, businessId, projectId }: MarkCtx): Promise<string> {
  const newest = db
    .select({ id: webhookMessages.id, status: webhookMessages.status, attempts: webhookMessages.attemptCount })
    .from(webhookMessages)
    .where(and(eq(webhookMessages.businessId, businessId), eq(webhookMessages.projectId, projectId), IS_LISTED))
    .orderBy(desc(webhookMessages.createdAt), desc(webhookMessages.id))
    .limit(WATCHED)
    .as('newest')
  const line = sql`${newest.id}::text || ${newest.status} || ${newest.attempts}::text`
  const [row] = await db
    .select({ mark: sql<string | null>`md5(string_agg(${line}, ',' order by ${newest.id}))` })
    .from(newest)
  return row?.mark ?? ''
}
