import { count, sql } from 'drizzle-orm'
import { webhookEndpoints } from '@/db/schema'
import type { CreateWebhookEndpointInput, NewWebhookEndpointView } from '@/schemas/webhooks/destinations/contract'
import { MAX_ENDPOINTS } from '@/schemas/webhooks/words'
import { appendAudit } from '@/server/audit/append-audit'
import type { ProjectCtx } from '@/server/ctx'
import { validationError } from '@/server/errors'
import { WEBHOOK_ENDPOINT } from './destination-kinds'
import type { NewDestinationSecret } from './new-destination-secret'
import { ofProject } from './own-destination'
import { requireWebhookEndpoint } from './require-webhook-endpoint'
import { toWebhookEndpoint } from './view'

/**
 * Adds a webhook endpoint that receives the project's events from now on. Returns the signing secret, which is shown
 * only once. The caller has checked the URL. Throws invalid above 20 endpoints.
 */
export async function createWebhookEndpoint(
  ctx: ProjectCtx,
  { url, events, description, newSecret }: CreateWebhookEndpointInput & { newSecret: NewDestinationSecret },
): Promise<NewWebhookEndpointView> {
  const { db, businessId, projectId, actor } = ctx
  await requireRoom(ctx)
  const { id, secret, sealed } = newSecret
  const at = ctx.now()
  const own = { id, businessId, projectId, createdBy: actor.id, createdAt: at, updatedAt: at }
  await db.insert(webhookEndpoints).values({ ...own, url, events, description, secretSealed: sealed })
  await appendAudit(ctx, { action: 'webhook-endpoint.created', target: id, detail: { url, events } })
  const view = toWebhookEndpoint(await requireWebhookEndpoint(ctx, id))
  return { ...view, signingSecret: secret, secretWarning: WEBHOOK_ENDPOINT.secretWarning }
}

/** The maximum, because each event of the project reads all of them. */
async function requireRoom(ctx: ProjectCtx): Promise<void> {
  // Serialize creations, so that each counts the earlier ones.
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`webhook endpoints ${ctx.projectId}`}, 0))`)
  const [existing] = await ctx.db
    .select({ endpoints: count() })
    .from(webhookEndpoints)
    .where(ofProject(WEBHOOK_ENDPOINT, ctx))
  if ((existing?.endpoints ?? 0) >= MAX_ENDPOINTS)
    throw validationError([`url: a project has ${MAX_ENDPOINTS} webhook endpoints at most`])
}
