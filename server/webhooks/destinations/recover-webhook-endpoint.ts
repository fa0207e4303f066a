import type { ProjectCtx } from '@/server/ctx'
import { recoverMessages } from '@/server/webhooks/recover-messages'

/**
 * Schedules the failed messages of an endpoint since a time again, like `recoverMessages`. Returns their number. Throws
 * not_found.
 */
export function recoverWebhookEndpoint(ctx: ProjectCtx, { id, since }: { id: string; since: Date }): Promise<number> {
  return recoverMessages(ctx, { since, endpointId: id })
}
