import { eq } from 'drizzle-orm'
import { depositTokens } from '@/db/schema'
import type { SetSweepLeastInput } from '@/schemas/payments/stablecoins/contract'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { notFound, validationError } from '@/server/errors'
import { parseUnits } from '@/server/money/amount'

/** Sets the minimum amount of a token that is swept from an address. Audited. Throws not_found, invalid. */
export async function setSweepLeast(ctx: OperatorCtx, { tokenId, sweepLeast }: SetSweepLeastInput): Promise<void> {
  const [token] = await ctx.db.select().from(depositTokens).where(eq(depositTokens.id, tokenId)).for('update')
  if (!token) throw notFound('Token')
  const read = parseUnits(sweepLeast, token.decimals)
  if ('problem' in read) throw validationError([`sweepLeast: ${sweepLeast} is not an amount of ${token.symbol}`])
  const changed = { sweepLeastUnits: read.units, updatedAt: ctx.now() }
  await ctx.db.update(depositTokens).set(changed).where(eq(depositTokens.id, tokenId))
  const detail = { symbol: token.symbol, sweepLeast }
  await appendPlatformAudit(ctx, { action: 'deposit_token.sweep_bound', target: tokenId, detail })
}
