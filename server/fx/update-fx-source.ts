import { eq } from 'drizzle-orm'
import { fxSources } from '@/db/schema'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { SECONDS_PER_MINUTE } from '@/server/durations'
import { notFound } from '@/server/errors'
import type { UpdateFxSourceInput } from './contract'

/** Switches a source on or off and says how far it is trusted; audited. A source that is switched on is asked at once. Throws not_found. */
export async function updateFxSource(ctx: OperatorCtx, input: UpdateFxSourceInput): Promise<void> {
  const { name, isActive, priority, maxAgeMinutes, maxDeviationBps } = input
  const terms = { isActive, priority, maxAgeSeconds: maxAgeMinutes * SECONDS_PER_MINUTE, maxDeviationBps }
  const [former] = await ctx.db.select().from(fxSources).where(eq(fxSources.name, name)).for('update')
  if (!former) throw notFound('Source')
  await ctx.db
    .update(fxSources)
    .set({ ...terms, askedAt: former.isActive ? former.askedAt : null })
    .where(eq(fxSources.name, name))
  await appendPlatformAudit(ctx, { action: 'rate_source.updated', target: name, detail: terms })
}
