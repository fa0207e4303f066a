import { and, eq, sql } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import { savedViews } from '@/db/schema'
import type { RenameViewInput, SavedViewRef, SaveViewInput } from '@/schemas/views/contract'
import { checkListQuery } from '@/schemas/views/lists'
import { MAX_SAVED_VIEWS } from '@/schemas/views/words'
import type { ProjectCtx } from '@/server/ctx'
import { ApiError, notFound, validationError } from '@/server/errors'
import { ofList, ofView } from './own-views'

const NAME_TAKEN = 'Another view of this list has this name.'

/**
 * Saves filters of a list under a name, for the caller. Throws invalid (filters that the list does not have, none at
 * all, more than twenty views) and conflict (the name exists).
 */
export async function saveView(ctx: ProjectCtx, { list, name, query }: SaveViewInput): Promise<{ id: string }> {
  const checked = checkListQuery(list, query)
  if ('problems' in checked) throw validationError(checked.problems)
  await holdViews(ctx)
  const { db, businessId, projectId, actor } = ctx
  if ((await db.$count(savedViews, ofList(ctx, list))) >= MAX_SAVED_VIEWS) {
    throw validationError([`name: a list has ${MAX_SAVED_VIEWS} saved views at most. Remove one first.`])
  }
  const id = newId()
  const added = await db
    .insert(savedViews)
    .values({ id, businessId, projectId, userId: actor.id, list, name, query: checked.query })
    .onConflictDoNothing()
    .returning({ id: savedViews.id })
  if (added.length === 0) throw new ApiError('conflict', NAME_TAKEN)
  return { id }
}

/** Gives a view another name. Throws not_found, and conflict for a name that is taken. */
export async function renameView(ctx: ProjectCtx, { viewId, name }: RenameViewInput): Promise<void> {
  await holdViews(ctx)
  const [view] = await ctx.db.select().from(savedViews).where(ofView(ctx, viewId))
  if (!view) throw notFound('View')
  const [taken] = await ctx.db
    .select({ id: savedViews.id })
    .from(savedViews)
    .where(and(ofList(ctx, view.list), eq(savedViews.name, name)))
  if (taken && taken.id !== viewId) throw new ApiError('conflict', NAME_TAKEN)
  await ctx.db.update(savedViews).set({ name, updatedAt: ctx.now() }).where(ofView(ctx, viewId))
}

/** Removes a view; the list stays as it is. Throws not_found. */
export async function removeView(ctx: ProjectCtx, { viewId }: SavedViewRef): Promise<void> {
  const removed = await ctx.db.delete(savedViews).where(ofView(ctx, viewId)).returning({ id: savedViews.id })
  if (removed.length === 0) throw notFound('View')
}

/** One change after the other: each counts the views, and sees the names, of those before it. */
async function holdViews({ db, projectId, actor }: ProjectCtx): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`views ${projectId} ${actor.id}`}, 0))`)
}
