import { inArray, sql } from 'drizzle-orm'
import { businesses, projects } from '@/db/schema'
import type { PlatformRole } from '@/schemas/people/words'
import type { SearchAnswer, SearchHit } from '@/schemas/search/contract'
import type { TokenOperationSummary } from '@/schemas/tokens/operations/contract'
import { recordVisit } from '@/server/audit/record-visit'
import type { OperatorCtx } from '@/server/ctx'
import { findTokenOperations } from '@/server/tokens/operations/find-token-operations'
import { findByText } from './find-by-text'
import { type Found, MAX_HITS } from './finders'
import { toHit } from './view'

type Search = { text: string; visitor: { sessionId: string; role: PlatformRole } }

/**
 * All records of businesses that `findByText` reads. The search is written into the audit log of each business in the
 * results before they are shown. Names of businesses are in a separate list.
 */
export async function listHits(ctx: OperatorCtx, { text, visitor }: Search): Promise<SearchAnswer> {
  const { isTerm, found } = await findByText({ db: ctx.db, businessId: null }, text)
  const owned = await withOwners(
    ctx,
    found.flatMap((rows) => rows.slice(0, MAX_HITS)),
  )
  const hits = await withOperations(ctx, owned)
  const { actor, requestId } = ctx
  const records = hits.filter(({ kind }) => kind !== 'business')
  const visited = new Map(records.map(({ businessId, projectId }) => [businessId, projectId]))
  for (const [businessId, projectId] of visited) await recordVisit({ businessId, projectId, actor, requestId }, visitor)
  return { isTerm: isTerm || hits.length > 0, hits, isCut: found.some((rows) => rows.length > MAX_HITS) }
}

/** Adds the names of the owners. */
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

/** Adds the token operations that the found transactions execute. */
async function withOperations({ db }: OperatorCtx, hits: readonly SearchHit[]): Promise<SearchHit[]> {
  const transactions = hits.filter(({ kind }) => kind === 'transaction')
  const named = new Map<string, TokenOperationSummary>()
  for (const businessId of new Set(transactions.map((hit) => hit.businessId))) {
    const own = transactions.filter((hit) => hit.businessId === businessId).map(({ id }) => id)
    for (const [id, operation] of await findTokenOperations({ db, businessId }, own)) named.set(id, operation)
  }
  return hits.map((hit) => ({ ...hit, tokenOperation: named.get(hit.id) ?? null }))
}
