import type { SubscriptionView } from '@/schemas/subscriptions/contract'
import type { ProjectCtx } from '@/server/ctx'
import { setAutoRenew } from './set-auto-renew'

/**
 * Cancels a subscription at the end of its paid period. Switching auto-renew on reverts it. Throws as `setAutoRenew`
 * does.
 */
export function cancelSubscription(ctx: ProjectCtx, id: string): Promise<SubscriptionView> {
  return setAutoRenew(ctx, { id, autoRenew: false })
}
