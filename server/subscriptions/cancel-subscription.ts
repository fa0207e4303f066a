import type { SubscriptionView } from '@/schemas/subscriptions/contract'
import type { ProjectCtx } from '@/server/ctx'
import { setAutoRenew } from './set-auto-renew'

/**
 * A subscription runs to the end of what is paid and no further. Switching its renewal on undoes it. Throws as
 * `setAutoRenew` does.
 */
export function cancelSubscription(ctx: ProjectCtx, id: string): Promise<SubscriptionView> {
  return setAutoRenew(ctx, { id, autoRenew: false })
}
