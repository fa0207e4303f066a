import { and, eq } from 'drizzle-orm'
import { chains, depositTokens } from '@/db/schema'
import type { AddTokenInput, ChainTokenRef, FoundToken } from '@/schemas/chains/tokens/contract'
import type { MutationOutcome } from '@/schemas/proposals/contract'
import { forgetToken, storeToken } from '@/server/chains/tokens/store-token'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError, notFound, validationError } from '@/server/errors'
import { createProposal } from '@/server/proposals/write-proposal'

/**
 * Adds a token to a chain under a symbol, as `readToken` found it. On a mainnet a second person must approve: transfers
 * move the token that the symbol names, and limits count it at the symbol's price. Throws not_found, invalid, conflict.
 */
export async function addToken(
  ctx: OperatorCtx,
  { chainId, tokenAddress, symbol, found }: AddTokenInput & { found: FoundToken },
): Promise<MutationOutcome> {
  const [chain] = await ctx.db.select().from(chains).where(eq(chains.chainId, chainId))
  if (!chain) throw notFound('Chain')
  if (symbol === chain.nativeSymbol) throw validationError([`symbol: is what the coin of ${chain.name} is called`])
  const { decimals, chainName, symbol: ownSymbol } = found
  const token = { chainId, chainName, address: tokenAddress, symbol, decimals, ownSymbol }
  if (chain.network === 'TESTNET') {
    await storeToken(ctx, token)
    return { state: 'done' }
  }
  await createProposal(ctx, { act: 'token', subject: String(chainId), input: token, valueMinor: null })
  return { state: 'proposed' }
}

/** Has a chain know a token no longer. Throws not_found, and failed if payments are taken in it. */
export async function removeToken(ctx: OperatorCtx, ref: ChainTokenRef): Promise<void> {
  const { chainId, tokenAddress } = ref
  const [taken] = await ctx.db
    .select({ id: depositTokens.id })
    .from(depositTokens)
    .where(and(eq(depositTokens.chainId, chainId), eq(depositTokens.tokenAddress, tokenAddress)))
  if (taken) throw new ApiError('failed', 'Payments are, or were, taken in this token: what arrives has to be seen')
  await forgetToken(ctx, ref)
}
