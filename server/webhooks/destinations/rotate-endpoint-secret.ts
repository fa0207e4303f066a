import type { NewWebhookEndpointView } from '@/schemas/webhooks/destinations/contract'
import type { ProjectCtx } from '@/server/ctx'
import { WEBHOOK_ENDPOINT } from './destination-kinds'
import { getWebhookEndpoint } from './get-webhook-endpoint'
import type { NewDestinationSecret } from './new-destination-secret'
import { rotateDestinationSecret } from './rotate-destination-secret'

/** As `rotateDestinationSecret`. Returns the endpoint with its new secret. Throws not_found. */
export async function rotateEndpointSecret(
  ctx: ProjectCtx,
  newSecret: NewDestinationSecret,
): Promise<NewWebhookEndpointView> {
  const shown = await rotateDestinationSecret(ctx, { kind: WEBHOOK_ENDPOINT, newSecret })
  return { ...(await getWebhookEndpoint(ctx, newSecret.id)), ...shown }
}
