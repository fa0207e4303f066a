import { inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { businesses, projects } from '@/db/schema'
import type { PlatformRole } from '@/schemas/people/words'
import type { SearchAnswer, SearchHit } from '@/schemas/search/contract'
import { HIT_KINDS, type HitKind } from '@/schemas/search/words'
import { recordVisit } from '@/server/audit/record-visit'
import type { OperatorCtx } from '@/server/ctx'
import { parseSearchTerm } from '@/server/text/parse-search-term'
import { FINDERS, type Found, foundRow, MAX_HITS, type SearchBy } from './finders'
import { toHit } from './view'

type Search = { text: string; visitor: { sessionId: string; role: PlatformRole } }

/**
 * Everything that businesses have under an id, a transaction hash, an address or their own reference, exactly. The
 * search is written into the audit log of each business in the results before they are shown.
 */
export async function listHits(ctx: OperatorCtx, { text, visitor }: Search): Promise<SearchAnswer> {
  const term = parseSearchTerm(text)
  const named = await findBy(ctx, { by: 'customerReference', value: text.normalize('NFC') })
  const own = term ? await findBy(ctx, term) : []
  const found = HIT_KINDS.map((kind) => ofKind(kind, [...own, ...named]))
  const hits = await withOwners(
    ctx,
    found.flatMap((rows) => rows.slice(0, MAX_HITS)),
  )
  const { actor, requestId } = ctx
  const visited = new Map(hits.map(({ businessId, projectId }) => [businessId, projectId]))
  for (const [businessId, projectId] of visited) await recordVisit({ businessId, projectId, actor, requestId }, visitor)
  return { isTerm: term !== null || hits.length > 0, hits, isCut: found.some((rows) => rows.length > MAX_HITS) }
}

async function findBy({ db }: OperatorCtx, { by, value }: { by: SearchBy; value: string }): Promise<Found[]> {
  const found: Found[] = []
  for (const kind of HIT_KINDS) {
    const finder = FINDERS[by][kind]
    if (!finder) continue
    const rows = z.array(foundRow).parse([...(await db.execute(finder(value)))])
    found.push(...rows.map((row) => ({ ...row, kind })))
  }
  return found
}

/** Each once, also if it was found in two ways. */
function ofKind(wanted: HitKind, found: readonly Found[]): Found[] {
  return [...new Map(found.filter(({ kind }) => kind === wanted).map((row) => [row.id, row])).values()]
}

/** With the names of whose they are. */
async function withOwners({ db }: OperatorCtx, found: readonly Found[]): Promise<SearchHit[]> {
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
