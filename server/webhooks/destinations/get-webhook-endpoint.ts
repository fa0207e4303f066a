import type { WebhookEndpointView } from '@/schemas/webhooks/destinations/contract'
import type { ProjectCtx } from '@/server/ctx'
import { requireWebhookEndpoint } from './require-webhook-endpoint'
import { toWebhookEndpoint } from './view'

/** Throws not_found. */
export async function getWebhookEndpoint(ctx: ProjectCtx, id: string): Promise<WebhookEndpointView> {
  return toWebhookEndpoint(await requireWebhookEndpoint(ctx, id))
}
