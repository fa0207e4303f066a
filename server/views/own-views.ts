import { and, eq } from 'drizzle-orm'
import { savedViews } from '@/db/schema'
import type { SavedList } from '@/schemas/views/words'
import type { ProjectCtx } from '@/server/ctx'

function ofPerson({ businessId, projectId, actor }: ProjectCtx) {
  return and(
    eq(savedViews.businessId, businessId),
    eq(savedViews.projectId, projectId),
    eq(savedViews.userId, actor.id),
  )
}

/** The views of one list that the person saved in the project. */
export function ofList(ctx: ProjectCtx, list: SavedList) {
  return and(ofPerson(ctx), eq(savedViews.list, list))
}

/** One view, if it is the person's own in the project. */
export function ofView(ctx: ProjectCtx, viewId: string) {
  return and(ofPerson(ctx), eq(savedViews.id, viewId))
}
