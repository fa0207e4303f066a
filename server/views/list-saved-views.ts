import { asc } from 'drizzle-orm'
import { savedViews } from '@/db/schema'
import type { SavedListRef, SavedView } from '@/schemas/views/contract'
import { MAX_SAVED_VIEWS } from '@/schemas/views/words'
import type { ProjectCtx } from '@/server/ctx'
import type { Rows } from '@/server/paging'
import { ofList } from './own-views'
import { toSavedView } from './view'

/** The views of a list that the reader saved in this project, by name. */
export async function listSavedViews(ctx: ProjectCtx, { list }: SavedListRef): Promise<Rows<SavedView>> {
  const rows = await ctx.db
    .select()
    .from(savedViews)
    .where(ofList(ctx, list))
    .orderBy(asc(savedViews.name), asc(savedViews.id))
    .limit(MAX_SAVED_VIEWS)
  return { items: rows.map(toSavedView) }
}
