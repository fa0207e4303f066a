import { webhookEndpoints } from '@/db/schema'
import { webhooksDue } from '@/inngest/events'
import type { UpdateWebhookEndpointInput, WebhookEndpointView } from '@/schemas/webhooks/destinations/contract'
import { appendAudit } from '@/server/audit/append-audit'
import type { ProjectCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'
import { wake } from '@/server/waking/wake'
import { redirectMessages } from '@/server/webhooks/move-messages'
import { pauseDestination, resumeDestination } from '@/server/webhooks/pause-destination'
import { WEBHOOK_ENDPOINT } from './destination-kinds'
import { ownDestination } from './own-destination'
import { requireWebhookEndpoint } from './require-webhook-endpoint'
import { toWebhookEndpoint } from './view'

type Patch = UpdateWebhookEndpointInput & { id: string }

/**
 * Changes the events, the URL or the state of an endpoint; omitted fields do not change. Waiting messages go to the new
 * URL, and wait while it is paused. Throws not_found.
 */
export async function updateWebhookEndpoint(
  ctx: ProjectCtx,
  { id, url, events, description, status }: Patch,
): Promise<WebhookEndpointView> {
  await requireWebhookEndpoint(ctx, id)
  const destination = { businessId: ctx.businessId, destinationId: id }
  // Messages before their endpoint, as an attempt that is being recorded locks them.
  if (url !== undefined) await redirectMessages(ctx.db, { ...destination, url })
  if (status === 'paused') await pauseDestination(ctx.db, destination)
  if (status === 'active') await resumeDestination(ctx.db, destination)
  const pausedBecause = status && (status === 'paused' ? 'asked' : null)
  const [changed] = await ctx.db
    .update(webhookEndpoints)
    .set({ url, events, description, status, pausedBecause, updatedAt: ctx.now() })
    .where(ownDestination(ctx, { kind: WEBHOOK_ENDPOINT, id }))
    .returning()
  if (!changed) throw refusal('webhook_endpoint_not_found')
  const given = Object.entries({ url, events, description, status }).filter(([, value]) => value !== undefined)
  await appendAudit(ctx, { action: 'webhook-endpoint.updated', target: id, detail: Object.fromEntries(given) })
  if (status === 'active') ctx.afterCommit(() => wake(webhooksDue, {}))
  return toWebhookEndpoint(changed)
}
