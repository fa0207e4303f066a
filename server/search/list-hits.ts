import { inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { businesses, projects } from '@/db/schema'
import type { PlatformRole } from '@/schemas/people/words'
import type { SearchAnswer, SearchHit } from '@/schemas/search/contract'
import { HIT_KINDS } from '@/schemas/search/words'
import { noteVisit } from '@/server/audit/note-visit'
import type { OperatorCtx } from '@/server/ctx'
import type { Term } from '@/server/text/read-term'
import { FINDERS, type Found, foundRow, MAX_HITS } from './finders'
import { toHit } from './view'

type Search = { term: Term; visitor: { sessionId: string; role: PlatformRole } }

/**
 * Everything that businesses have under an id, a transaction hash or an address, exactly. The search is written into
 * the audit log of each business in the results before they are shown.
 */
export async function listHits(ctx: OperatorCtx, { term, visitor }: Search): Promise<SearchAnswer> {
  const found: Found[] = []
  let isCut = false
  for (const kind of HIT_KINDS) {
    const finder = FINDERS[term.by][kind]
    if (!finder) continue
    const rows = z.array(foundRow).parse([...(await ctx.db.execute(finder(term.value)))])
    isCut ||= rows.length > MAX_HITS
    found.push(...rows.slice(0, MAX_HITS).map((row) => ({ ...row, kind })))
  }
  const hits = await named(ctx, found)
  const { actor, requestId } = ctx
  const visited = new Map(hits.map(({ businessId, projectId }) => [businessId, projectId]))
  for (const [businessId, projectId] of visited) await noteVisit({ businessId, projectId, actor, requestId }, visitor)
  return { isTerm: true, hits, isCut }
}

/** With the names of whose they are. */
async function named({ db }: OperatorCtx, found: readonly Found[]): Promise<SearchHit[]> {
  const businessIds = [...new Set(found.map((row) => row.business_id))]
  if (businessIds.length === 0) return []
  const { id, businessId, name, createdAt } = projects
  const owners = await db
    .select({ id: businesses.id, name: businesses.name })
    .from(businesses)
    .where(inArray(businesses.id, businessIds))
  const rooms = await db
    .select({ id, businessId, name })
    .from(projects)
    .where(inArray(businessId, businessIds))
    .orderBy(sql`${createdAt}, ${id}`)
  return found.map((row) => {
    const project = rooms.find((one) =>
      row.project_id === null ? one.businessId === row.business_id : one.id === row.project_id,
    )
    return toHit(row, { business: owners.find((one) => one.id === row.business_id), project })
  })
}
