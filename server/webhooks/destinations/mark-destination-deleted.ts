import { sql } from 'drizzle-orm'
import type { TenantCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'
import type { DestinationKind } from './destination-kinds'
import { ownDestination } from './own-destination'

type DeleterCtx = Pick<TenantCtx, 'db' | 'businessId' | 'now'> & { projectId: string }
/** `isTried`: whether a message was sent at least once before its destination was deleted. */
type Deletion = { kind: DestinationKind; id: string; abandoned: readonly { isTried: boolean }[] }

/** Marks a destination as deleted and counts its abandoned messages as failed or dropped. Throws not_found. */
export async function markDestinationDeleted(ctx: DeleterCtx, { kind, id, abandoned }: Deletion): Promise<void> {
  const { table, notFound } = kind
  const failed = abandoned.filter(({ isTried }) => isTried).length
  const [deleted] = await ctx.db
    .update(table)
    .set({
      deletedAt: ctx.now(),
      updatedAt: ctx.now(),
      droppedCount: sql`${table.droppedCount} + ${abandoned.length - failed}`,
      failedCount: sql`${table.failedCount} + ${failed}`,
    })
    .where(ownDestination(ctx, { kind, id }))
    .returning({ id: table.id })
  if (!deleted) throw refusal(notFound)
}
