import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { paymentProviders } from '@/db/schema'
import type { setProviderActiveInput } from '@/schemas/payments/providers/contract'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'

/**
 * Switches on or off whether a provider opens accounts for new payments. Open accounts are polled in both cases. Throws
 * not_found.
 */
export async function setProviderActive(
  ctx: OperatorCtx,
  { name, isActive }: z.output<typeof setProviderActiveInput>,
): Promise<void> {
  const changed = await ctx.db
    .update(paymentProviders)
    .set({ isActive })
    .where(eq(paymentProviders.name, name))
    .returning({ name: paymentProviders.name })
  if (changed.length === 0) throw notFound('Provider')
  await appendPlatformAudit(ctx, {
    action: isActive ? 'provider.enabled' : 'provider.disabled',
    target: name,
    detail: { isActive },
  })
}
