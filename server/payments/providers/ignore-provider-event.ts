import { and, eq, or } from 'drizzle-orm'
import { providerEvents } from '@/db/schema'
import type { IgnoreProviderEventInput } from '@/schemas/payments/providers/contract'
import { NO_ACCOUNT_REASON } from '@/schemas/payments/providers/words'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError, notFound } from '@/server/errors'

/**
 * Ends an event that failed, or that names no account of the platform, without handling it. Polls and comparisons still
 * find its money. Throws not_found, and failed if it needs no decision.
 */
export async function ignoreProviderEvent(
  ctx: OperatorCtx,
  { eventId, reason }: IgnoreProviderEventInput,
): Promise<void> {
  const { id, state, error } = providerEvents
  const isWaiting = or(eq(state, 'DEAD'), and(eq(state, 'IGNORED'), eq(error, NO_ACCOUNT_REASON)))
  const [ended] = await ctx.db
    .update(providerEvents)
    .set({ state: 'IGNORED', error: `Ignored by an operator: ${reason}`, handledAt: ctx.now() })
    .where(and(eq(id, eventId), isWaiting))
    .returning({ provider: providerEvents.provider, reference: providerEvents.reference })
  if (!ended) {
    const [existing] = await ctx.db.select({ id }).from(providerEvents).where(eq(id, eventId))
    throw existing ? new ApiError('failed', 'A decision on this event was made already') : notFound('Event')
  }
  await appendPlatformAudit(ctx, { action: 'provider_event.ignored', target: eventId, detail: { ...ended, reason } })
}
