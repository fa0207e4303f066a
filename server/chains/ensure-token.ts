import { and, eq } from 'drizzle-orm'
import { chainTokens } from '@/db/schema'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'

type Token = { chainId: number; address: string; symbol: string; decimals: number }

/** Has a chain know a token, so that its transfers are followed. Throws conflict where another token has its symbol there. */
export async function ensureToken({ db }: OperatorCtx, token: Token): Promise<void> {
  await db.insert(chainTokens).values(token).onConflictDoNothing()
  const isThis = and(eq(chainTokens.chainId, token.chainId), eq(chainTokens.address, token.address))
  const [known] = await db.update(chainTokens).set({ isActive: true }).where(isThis).returning()
  if (!known) throw new ApiError('conflict', `The chain has another token called ${token.symbol}`)
  if (known.decimals !== token.decimals)
    throw new ApiError(
      'conflict',
      `The token is known with ${known.decimals} decimals, and the chain says ${token.decimals}`,
    )
}
