import { and, eq, or } from 'drizzle-orm'
import { chainTokens } from '@/db/schema'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'

type Token = { chainId: number; address: string; symbol: string; decimals: number }

/**
 * Adds a token to a chain, so that its transfers are followed. A removed token no longer occupies its symbol and its
 * address. Throws conflict if another token has its symbol there, or it exists with other values.
 */
export async function ensureToken({ db }: OperatorCtx, { chainId, address, symbol, decimals }: Token): Promise<void> {
  const isOfChain = eq(chainTokens.chainId, chainId)
  const isThis = and(isOfChain, eq(chainTokens.address, address))
  const isAlike = or(eq(chainTokens.symbol, symbol), eq(chainTokens.address, address))
  await db.delete(chainTokens).where(and(isOfChain, isAlike, eq(chainTokens.isActive, false)))
  await db.insert(chainTokens).values({ chainId, address, symbol, decimals }).onConflictDoNothing()
  const [existing] = await db.select().from(chainTokens).where(isThis)
  if (!existing) throw new ApiError('conflict', `The chain has another token called ${symbol}`)
  if (existing.symbol !== symbol) throw new ApiError('conflict', `The chain knows this token as ${existing.symbol}`)
  if (existing.decimals !== decimals)
    throw new ApiError('conflict', `The token has ${existing.decimals} decimals here, and ${decimals} on the chain`)
}
