import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { subscriptions } from '@/db/schema'
import type { SubscriptionView } from '@/schemas/subscriptions/contract'
import { appendAudit } from '@/server/audit/append-audit'
import type { ProjectCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'
import { RUNNING_STATES } from './transitions'
import { toSubscriptionView } from './view'

type Switching = { id: string; autoRenew: boolean }

/**
 * Switches whether the balance pays the next period. If it does not, the subscription ends after the paid period.
 * Throws not_found, and failed if it has ended.
 */
export async function setAutoRenew(ctx: ProjectCtx, { id, autoRenew }: Switching): Promise<SubscriptionView> {
  if (!z.uuid().safeParse(id).success) throw refusal('subscription_not_found')
  const { db, businessId, projectId } = ctx
  const isIt = and(
    eq(subscriptions.businessId, businessId),
    eq(subscriptions.projectId, projectId),
    eq(subscriptions.id, id),
  )
  const [row] = await db
    .update(subscriptions)
    .set({ autoRenew, canceledAt: autoRenew ? null : ctx.now() })
    .where(and(isIt, inArray(subscriptions.status, RUNNING_STATES)))
    .returning()
  if (!row) {
    const [existing] = await db.select({ id: subscriptions.id }).from(subscriptions).where(isIt)
    throw refusal(existing ? 'subscription_ended' : 'subscription_not_found')
  }
  const action = autoRenew ? 'subscription.renewal_on' : 'subscription.renewal_off'
  await appendAudit(ctx, { action, target: id })
  return toSubscriptionView(row)
}
