import { sql } from 'drizzle-orm'
import { webhookEndpoints } from '@/db/schema'
import type { NewWebhookEndpointView } from '@/schemas/webhooks/destinations/contract'
import { type AuditCtx, appendAudit } from '@/server/audit/append-audit'
import { refusal } from '@/server/errors'
import { type NewEndpointSecret, SECRET_WARNING } from './new-endpoint-secret'
import { ownEndpoint } from './own-endpoint'
import { toWebhookEndpoint } from './view'

/** How long deliveries are also signed with the previous secret. */
const OVERLAP_HOURS = 24

/**
 * Rotates the signing secret of an endpoint and returns the new one, which is shown only once. For a day deliveries are
 * also signed with the previous secret, so that the destination can switch without refusing any. Throws not_found.
 */
export async function rotateEndpointSecret(
  ctx: AuditCtx & { projectId: string },
  { id, secret, sealed }: NewEndpointSecret,
): Promise<NewWebhookEndpointView> {
  const own = ownEndpoint(ctx, id)
  const [rotated] = await ctx.db
    .update(webhookEndpoints)
    .set({
      secretPreviousSealed: sql`${webhookEndpoints.secretSealed}`,
      secretPreviousUntil: sql`now() + make_interval(hours => ${OVERLAP_HOURS})`,
      secretSealed: sealed,
      secretVersion: sql`${webhookEndpoints.secretVersion} + 1`,
      updatedAt: ctx.now(),
    })
    .where(own)
    .returning()
  if (!rotated) throw refusal('webhook_endpoint_not_found')
  const detail = { version: rotated.secretVersion }
  await appendAudit(ctx, { action: 'webhook-endpoint.secret-rotated', target: id, detail })
  return { ...toWebhookEndpoint(rotated), signingSecret: secret, secretWarning: SECRET_WARNING }
}
