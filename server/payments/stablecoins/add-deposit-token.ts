import { eq } from 'drizzle-orm'
import { depositTokens } from '@/db/schema'
import type { FoundToken } from '@/schemas/chains/tokens/contract'
import type { AddDepositTokenInput } from '@/schemas/payments/stablecoins/contract'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import { ensureToken } from '@/server/chains/ensure-token'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError, notFound, validationError } from '@/server/errors'

/** The default minimum of a sweep: one dollar, or a thousand naira. */
const SWEEP_FROM = { USD: 1n, NGN: 1_000n } as const

/** Accepts payments in a token, with the data that `readDepositToken` found. Audited. Throws invalid, conflict. */
export async function addDepositToken(
  ctx: OperatorCtx,
  { found, ...input }: AddDepositTokenInput & { found: FoundToken },
): Promise<{ id: string }> {
  const { chainId, tokenAddress, peg } = input
  const { decimals } = found
  const symbol = found.symbol ?? input.symbol
  if (symbol === '') throw validationError(['symbol: the chain does not say it'])
  await ensureToken(ctx, { chainId, address: tokenAddress, symbol, decimals })
  const sweepLeastUnits = SWEEP_FROM[peg] * 10n ** BigInt(decimals)
  const [token] = await ctx.db
    .insert(depositTokens)
    .values({ chainId, tokenAddress, symbol, decimals, peg, sweepLeastUnits })
    .onConflictDoNothing()
    .returning({ id: depositTokens.id })
  if (!token) throw new ApiError('conflict', 'Payments know this token already')
  const detail = { chainId, tokenAddress, symbol, decimals, peg }
  await appendPlatformAudit(ctx, { action: 'deposit_token.added', target: token.id, detail })
  return token
}

/**
 * Enables or disables a token for new payments. Money to open addresses is booked in both cases. Audited. Throws
 * not_found.
 */
export async function setDepositTokenActive(
  ctx: OperatorCtx,
  { tokenId, isActive }: { tokenId: string; isActive: boolean },
): Promise<void> {
  const [token] = await ctx.db
    .update(depositTokens)
    .set({ isActive })
    .where(eq(depositTokens.id, tokenId))
    .returning({ id: depositTokens.id })
  if (!token) throw notFound('Token')
  const action = isActive ? 'deposit_token.enabled' : 'deposit_token.disabled'
  await appendPlatformAudit(ctx, { action, target: tokenId, detail: { isActive } })
}
