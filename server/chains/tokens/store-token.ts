import { and, eq } from 'drizzle-orm'
import { chainTokens } from '@/db/schema'
import type { ChainTokenRef, NewToken } from '@/schemas/chains/tokens/contract'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import { ensureToken } from '@/server/chains/ensure-token'
import type { OperatorCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'

/** Adds a token to the known tokens of a chain; every process uses it within seconds. Audited. Throws conflict. */
export async function storeToken(ctx: OperatorCtx, { chainName: _chainName, ...token }: NewToken): Promise<void> {
  await ensureToken(ctx, token)
  await appendPlatformAudit(ctx, { action: 'chain.token_added', target: String(token.chainId), detail: token })
}

/** Removes a token from the known tokens of a chain. Audited. Throws not_found. */
export async function forgetToken(ctx: OperatorCtx, { chainId, tokenAddress }: ChainTokenRef): Promise<void> {
  const [token] = await ctx.db
    .update(chainTokens)
    .set({ isActive: false })
    .where(and(eq(chainTokens.chainId, chainId), eq(chainTokens.address, tokenAddress), eq(chainTokens.isActive, true)))
    .returning({ symbol: chainTokens.symbol, address: chainTokens.address })
  if (!token) throw notFound('Token')
  await appendPlatformAudit(ctx, { action: 'chain.token_removed', target: String(chainId), detail: token })
}
