import { and, eq, ne } from 'drizzle-orm'
import type { z } from 'zod'
import { providerEvents } from '@/db/schema'
import { providersDue } from '@/inngest/events'
import type { providerEventRef } from '@/schemas/payments/providers/contract'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'
import { wake } from '@/server/waking/wake'

/**
 * Handles an event again, with all its attempts. A receipt that it had before is not booked twice. Throws not_found.
 */
export async function retryProviderEvent(
  ctx: OperatorCtx,
  { eventId }: z.output<typeof providerEventRef>,
): Promise<void> {
  const [row] = await ctx.db
    .update(providerEvents)
    .set({ state: 'STORED', attempts: 0, nextAttemptAt: ctx.now(), handledAt: null })
    .where(and(eq(providerEvents.id, eventId), ne(providerEvents.state, 'STORED')))
    .returning({ provider: providerEvents.provider, reference: providerEvents.reference })
  if (!row) throw notFound('Event')
  const { provider, reference } = row
  ctx.afterCommit(() => wake(providersDue, { provider }))
  await appendPlatformAudit(ctx, { action: 'provider_event.retried', target: eventId, detail: { provider, reference } })
}
