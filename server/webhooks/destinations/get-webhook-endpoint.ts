import type { WebhookEndpointView } from '@/schemas/webhooks/destinations/contract'
import type { TenantCtx } from '@/server/ctx'
import { requireWebhookEndpoint } from './own-endpoint'
import { toWebhookEndpoint } from './view'

/** Throws not_found. */
export async function getWebhookEndpoint(
  ctx: TenantCtx & { projectId: string },
  id: string,
): Promise<WebhookEndpointView> {
  return toWebhookEndpoint(await requireWebhookEndpoint(ctx, id))
}
