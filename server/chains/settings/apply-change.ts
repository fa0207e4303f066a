import { eq } from 'drizzle-orm'
import { chains } from '@/db/schema'
import { chainSettings, SETTING_NAMES, type SettingsChange } from '@/schemas/chains/settings/contract'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError, notFound } from '@/server/errors'
import { toColumns, toSettings } from './to-settings'

/**
 * Changes settings of a chain; every process applies them within seconds. Audited with the previous values. Throws
 * not_found, and failed if a setting is not what it was when the change was requested.
 */
export async function applyChange(ctx: OperatorCtx, { chainId, from, to }: SettingsChange): Promise<void> {
  const row = await lockChain(ctx, chainId)
  const current = toSettings(row)
  const moved = chainSettings.keyof().options.find((name) => to[name] !== undefined && from[name] !== current[name])
  if (moved) throw new ApiError('failed', `${SETTING_NAMES[moved]} has changed meanwhile: it is ${current[moved]} now`)
  await ctx.db.update(chains).set(toColumns(to, row)).where(eq(chains.chainId, chainId))
  await appendPlatformAudit(ctx, {
    action: 'chain.changed',
    target: String(chainId),
    detail: { before: from, after: to },
  })
}

/** The chain's row, which stays as it is until this transaction ends. Throws not_found. */
export async function lockChain({ db }: OperatorCtx, chainId: number): Promise<typeof chains.$inferSelect> {
  const [row] = await db.select().from(chains).where(eq(chains.chainId, chainId)).for('update')
  if (!row) throw notFound('Chain')
  return row
}
