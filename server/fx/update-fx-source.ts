import { eq } from 'drizzle-orm'
import { fxSources } from '@/db/schema'
import { describeFxChange, type FxSourceChange, isTrustedMore, type UpdateFxSourceInput } from '@/schemas/fx/contract'
import type { MutationOutcome } from '@/schemas/proposals/contract'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { SECONDS_PER_MINUTE } from '@/server/durations'
import { ApiError, notFound } from '@/server/errors'
import { createProposal } from '@/server/proposals/write-proposal'

type Row = typeof fxSources.$inferSelect

/**
 * Switches a source on or off, or changes how far it is trusted. Every payment is priced by it: trusting it more needs
 * a second person, trusting it less does not. Throws not_found.
 */
export async function updateFxSourceAsOperator(
  ctx: OperatorCtx,
  { name, ...to }: UpdateFxSourceInput,
): Promise<MutationOutcome> {
  const change = { name, from: toTerms(await lockSource(ctx, name)), to }
  if (isTrustedMore(change)) {
    await createProposal(ctx, { act: 'rate_source', subject: name, input: change, valueMinor: null })
    return { state: 'proposed' }
  }
  await updateFxSource(ctx, change)
  return { state: 'done' }
}

/**
 * Changes the settings of a source; audited. A source that is switched on is read at once. Throws not_found, and failed
 * if it has changed meanwhile.
 */
export async function updateFxSource(ctx: OperatorCtx, { name, from, to }: FxSourceChange): Promise<void> {
  const former = await lockSource(ctx, name)
  if (describeFxChange({ from, to: toTerms(former) }) !== '') throw new ApiError('failed', 'It has changed meanwhile')
  const { maxAgeMinutes, ...terms } = to
  const changed = { ...terms, maxAgeSeconds: maxAgeMinutes * SECONDS_PER_MINUTE }
  await ctx.db
    .update(fxSources)
    .set({ ...changed, askedAt: former.isActive ? former.askedAt : null })
    .where(eq(fxSources.name, name))
  await appendPlatformAudit(ctx, { action: 'rate_source.updated', target: name, detail: changed })
}

async function lockSource({ db }: OperatorCtx, name: Row['name']): Promise<Row> {
  const [row] = await db.select().from(fxSources).where(eq(fxSources.name, name)).for('update')
  if (!row) throw notFound('Source')
  return row
}

function toTerms({ isActive, priority, maxAgeSeconds, maxDeviationBps }: Row): FxSourceChange['from'] {
  return { isActive, priority, maxAgeMinutes: Math.round(maxAgeSeconds / SECONDS_PER_MINUTE), maxDeviationBps }
}
