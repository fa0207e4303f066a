import { and, eq, isNull } from 'drizzle-orm'
import { screeningLists } from '@/db/schema'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { LIST_ID } from './read-list'

/**
 * Lets the next read accept a list that was refused because it is far shorter than before. Audited with the reason.
 * Throws conflict if another list was refused meanwhile, or it was accepted before.
 */
export async function acceptList(ctx: OperatorCtx, { hash, reason }: { hash: string; reason: string }): Promise<void> {
  const [accepted] = await ctx.db
    .update(screeningLists)
    .set({ acceptedHash: hash })
    .where(
      and(eq(screeningLists.id, LIST_ID), eq(screeningLists.refusedHash, hash), isNull(screeningLists.acceptedHash)),
    )
    .returning()
  if (!accepted) throw new ApiError('conflict', 'The list does not wait for this: reload the page')
  await appendPlatformAudit(ctx, { action: 'screening-list.accepted', target: LIST_ID, detail: { hash, reason } })
}
