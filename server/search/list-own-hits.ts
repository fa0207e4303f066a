import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { tokens, wallets } from '@/db/schema'
import type { OwnHit } from '@/schemas/search/contract'
import { OWN_HIT_KINDS } from '@/schemas/search/words'
import type { TenantCtx } from '@/server/ctx'
import { findTokenOperations } from '@/server/tokens/operations/find-token-operations'
import { findByText } from './find-by-text'
import { type Found, MAX_HITS } from './finders'
import { toOwnHit } from './view'

type ProjectCtx = TenantCtx & { projectId: string }

/**
 * The records of a project that `findByText` reads, or with a ticker, and the members of its business, by name. Wallets
 * of the business are found in each of its projects, unless they are bound to another.
 */
export async function listOwnHits(ctx: ProjectCtx, text: string): Promise<OwnHit[]> {
  const { found } = await findByText(ctx, text, OWN_HIT_KINDS)
  const ofAll = await withoutProject(ctx, found.flat())
  const hits = OWN_HIT_KINDS.flatMap((kind, index) =>
    (found[index] ?? [])
      .filter((row) => row.project_id === ctx.projectId || ofAll.has(row.id) || row.kind === 'person')
      .slice(0, MAX_HITS)
      .map((row) => toOwnHit(kind, { ...row, createdAt: row.created_at })),
  )
  const ids = new Set(hits.map(({ id }) => id))
  const all = [...hits, ...(await byTicker(ctx, text)).filter(({ id }) => !ids.has(id))]
  const operations = await findTokenOperations(
    ctx,
    all.filter(({ kind }) => kind === 'transaction').map(({ id }) => id),
  )
  return all.map((hit) => ({ ...hit, tokenOperation: operations.get(hit.id) ?? null }))
}

/** The ids of the found wallets that every project of the business may use. */
async function withoutProject({ db }: ProjectCtx, found: readonly Found[]): Promise<ReadonlySet<string>> {
  const ids = found.filter(({ kind }) => kind === 'wallet').map(({ id }) => id)
  if (ids.length === 0) return new Set()
  const rows = await db
    .select({ id: wallets.id })
    .from(wallets)
    .where(and(inArray(wallets.id, ids), isNull(wallets.boundProjectId)))
  return new Set(rows.map(({ id }) => id))
}

async function byTicker({ db, businessId, projectId }: ProjectCtx, text: string): Promise<OwnHit[]> {
  const { id, ticker, name, status, createdAt } = tokens
  const rows = await db
    .select({ id, ticker, name, status, createdAt })
    .from(tokens)
    .where(
      and(eq(tokens.businessId, businessId), eq(tokens.projectId, projectId), eq(ticker, text.trim().toUpperCase())),
    )
    .orderBy(sql`${createdAt} desc`)
    .limit(MAX_HITS)
  return rows.map((row) => toOwnHit('token', { ...row, label: `${row.ticker}, ${row.name}` }))
}
