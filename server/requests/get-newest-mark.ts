import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { requestLog } from '@/db/schema'
import type { TenantCtx } from '@/server/ctx'

/** Rows reach the log in batches: one may be written after another that began later. */
const LATE_MS = 10_000

type MarkCtx = Pick<TenantCtx, 'db' | 'businessId' | 'now'> & { projectId: string }

/** A text that changes when the project has new calls. */
export async function getNewestMark({ db, businessId, projectId, now }: MarkCtx): Promise<string> {
  const own = and(eq(requestLog.businessId, businessId), eq(requestLog.projectId, projectId))
  const lately = new Date(now().getTime() - LATE_MS)
  const [[newest], [late]] = await Promise.all([
    db
      .select({ id: requestLog.id })
      .from(requestLog)
      .where(own)
      .orderBy(desc(requestLog.createdAt), desc(requestLog.id))
      .limit(1),
    db
      .select({ sum: sql<string>`coalesce(sum(hashtext(${requestLog.id}::text)::bigint), 0)::text` })
      .from(requestLog)
      .where(and(own, gt(requestLog.createdAt, lately))),
  ])
  return `${newest?.id ?? ''} ${late?.sum ?? ''}`
}
