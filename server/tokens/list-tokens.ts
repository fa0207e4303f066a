import { and, count, desc, eq, ilike, or, type SQL, sql } from 'drizzle-orm'
import { chains, tokenSteps, tokens, transactions } from '@/db/schema'
import type { ListTokensQuery, TokenView } from '@/schemas/tokens/contract'
import { isInScope, type Scoped } from '@/server/chains/network-scope'
import type { ProjectCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'
import { offsetOf, type Page } from '@/server/paging'
import { escapeLike } from '@/server/text/escape-like'
import { hasMetadata } from '@/server/text/has-metadata'
import { ofProject } from './require-token'
import { toTokenView } from './view'

/** Tokens of the project, newest first. */
export async function listTokens(
  ctx: ProjectCtx & Scoped,
  { page, pageSize, status, reference, metadata, search }: ListTokensQuery,
): Promise<Page<TokenView>> {
  const where = and(
    ofProject(ctx),
    isInScope(tokens.chainId, ctx),
    status && eq(tokens.status, status),
    reference ? eq(tokens.reference, reference) : undefined,
    hasMetadata(tokens.metadata, metadata),
    search ? matching(search) : undefined,
  )
  const [counted] = await ctx.db.select({ total: count() }).from(tokens).where(where)
  const rows = await readTokens(ctx)
    .where(where)
    .orderBy(desc(tokens.createdAt), desc(tokens.id))
    .limit(pageSize)
    .offset(offsetOf(page, pageSize))
  return { items: rows.map(toView), total: counted?.total ?? 0, page, pageSize }
}

/** One token of the project. Throws not_found. */
export async function getToken(ctx: ProjectCtx, tokenId: string): Promise<TokenView> {
  const [row] = await readTokens(ctx).where(and(ofProject(ctx), eq(tokens.id, tokenId)))
  if (!row) throw refusal('token_not_found', { param: 'id' })
  return toView(row)
}

function matching(search: string): SQL | undefined {
  const text = escapeLike(search.toLowerCase())
  return or(
    ilike(tokens.ticker, `%${text}%`),
    ilike(tokens.name, `%${text}%`),
    ilike(tokens.reference, `%${text}%`),
    ilike(tokens.contractAddress, `${text}%`),
    sql`${tokens.id}::text like ${`${text}%`}`,
  )
}

/** Includes the hash of the deployment, which is stored with its transaction. */
function readTokens({ db }: ProjectCtx) {
  const txHash = sql<string | null>`coalesce(${tokenSteps.txHash}, ${transactions.txHash})`
  return db
    .select({ token: tokens, chain: { code: chains.code, network: chains.network }, txHash })
    .from(tokens)
    .innerJoin(chains, eq(chains.chainId, tokens.chainId))
    .leftJoin(tokenSteps, eq(tokenSteps.operationId, tokens.operationId))
    .leftJoin(transactions, eq(transactions.id, tokenSteps.transactionId))
}

type Row = Awaited<ReturnType<typeof readTokens>>[number]

function toView({ token, chain, txHash }: Row): TokenView {
  return toTokenView(token, { chain, txHash })
}
