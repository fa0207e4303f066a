import type { TenantCtx } from '@/server/ctx'
import { recoverMessages } from '@/server/webhooks/recover-messages'

/**
 * Puts what an endpoint was given up on since a moment back on its schedule, as `recoverMessages` does. Returns how
 * many. Throws not_found.
 */
export function recoverWebhookEndpoint(
  ctx: TenantCtx & { projectId: string },
  { id, since }: { id: string; since: Date },
): Promise<number> {
  return recoverMessages(ctx, { since, endpointId: id })
}
