import { and, eq } from 'drizzle-orm'
import { businesses, chains, gasBudgets } from '@/db/schema'
import type { SetGasBudgetInput } from '@/schemas/sponsorship/contract'
import { appendAudit } from '@/server/audit/append-audit'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'
import { formatUsd } from '@/server/money/usd'

/**
 * Sets the daily budget of a customer's sponsored gas on a chain; null restores the plan's. It applies within ten
 * seconds; earlier reservations stay. Recorded in both audit chains. Throws not_found.
 */
export async function setGasBudget(ctx: OperatorCtx, input: SetGasBudgetInput): Promise<void> {
  const { businessId, chainId, dailyUsd: dailyMicros, reason } = input
  const customer = and(eq(businesses.id, businessId), eq(businesses.kind, 'customer'))
  if ((await ctx.db.$count(businesses, customer)) === 0) throw notFound('Business')
  if ((await ctx.db.$count(chains, eq(chains.chainId, chainId))) === 0) throw notFound('Chain')
  if (dailyMicros === null) {
    await ctx.db.delete(gasBudgets).where(and(eq(gasBudgets.businessId, businessId), eq(gasBudgets.chainId, chainId)))
  } else {
    await ctx.db
      .insert(gasBudgets)
      .values({ businessId, chainId, dailyMicros, reason })
      .onConflictDoUpdate({
        target: [gasBudgets.businessId, gasBudgets.chainId],
        set: { dailyMicros, reason, updatedAt: ctx.now() },
      })
  }
  const detail = { chainId, dailyUsd: dailyMicros === null ? 'plan' : formatUsd(dailyMicros), reason }
  const entry = { action: 'gas_budget.set', target: businessId, detail } as const
  await appendAudit({ ...ctx, businessId, projectId: null }, entry)
  await appendPlatformAudit(ctx, entry)
}
