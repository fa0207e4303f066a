import { eq } from 'drizzle-orm'
import { plans } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { findRate } from '@/server/fx/require-rate'
import { readAvailable } from '@/server/ledger/read-available'
import type { Outlook } from '@/server/mail/templates/outlook'
import { usdOfKoboUp } from '@/server/money/fx'
import { planPriceMinor } from '@/server/payments/quotes/price-quote'
import type { SubscriptionRow } from './charge-renewal'

/** What the balance would do at the end of a subscription, were it today. */
export async function readOutlook(ctx: WorkerCtx, row: SubscriptionRow): Promise<Outlook> {
  const [plan] = await ctx.db.select().from(plans).where(eq(plans.id, row.planId))
  if (!plan?.isActive) return { kind: 'unsold' }
  const priceMinor = planPriceMinor({ ...plan, planId: plan.id }, row.billingCycle)
  const rate = await findRate(ctx)
  if (!rate) return { kind: 'unpriced', priceMinor }
  const chargeMicros = usdOfKoboUp(priceMinor, rate.ngnPerUsdE8)
  const shortMicros = chargeMicros - (await readAvailable(ctx.db, row.businessId))
  return shortMicros > 0n
    ? { kind: 'short', priceMinor, chargeMicros, shortMicros }
    : { kind: 'covered', priceMinor, chargeMicros }
}
