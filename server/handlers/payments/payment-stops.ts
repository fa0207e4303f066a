import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { depositTokens, paymentProviders } from '@/db/schema'
import { PROVIDER_NAMES } from '@/schemas/payments/providers/words'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import { auditedStops } from '@/server/recovery/audited-stops'
import { STOPPED_BEFORE, type StopKind } from '@/server/recovery/stop'

const detail = { isActive: false, reason: STOPPED_BEFORE }
const providerName = z.enum(PROVIDER_NAMES)

export const STOPS_OF_PAYMENTS = {
  /** Providers that open no accounts for new payments. */
  payment_provider: auditedStops({
    stopped: ['provider.disabled'],
    lifted: ['provider.enabled'],
    async apply(ctx, { subject }) {
      const name = providerName.parse(subject)
      const off = await ctx.db
        .update(paymentProviders)
        .set({ isActive: false })
        .where(and(eq(paymentProviders.name, name), eq(paymentProviders.isActive, true)))
        .returning({ name: paymentProviders.name })
      if (off.length > 0) await appendPlatformAudit(ctx, { action: 'provider.disabled', target: name, detail })
    },
  }),
  /** Tokens in which no new payment is accepted. */
  deposit_token: auditedStops({
    stopped: ['deposit_token.disabled'],
    lifted: ['deposit_token.enabled'],
    async apply(ctx, { subject: tokenId }) {
      const off = await ctx.db
        .update(depositTokens)
        .set({ isActive: false })
        .where(and(eq(depositTokens.id, tokenId), eq(depositTokens.isActive, true)))
        .returning({ id: depositTokens.id })
      if (off.length > 0) await appendPlatformAudit(ctx, { action: 'deposit_token.disabled', target: tokenId, detail })
    },
  }),
} as const satisfies Record<string, StopKind>
