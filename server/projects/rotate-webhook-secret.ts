import { and, eq, sql } from 'drizzle-orm'
import { projects } from '@/db/schema'
import { type AuditCtx, appendAudit } from '@/server/audit/append-audit'
import { notFound } from '@/server/errors'
import type { NewWebhookSecret } from './new-webhook-secret'

/** How long deliveries carry a second signature under the secret before. */
const OVERLAP_HOURS = 24

/**
 * Gives the project its new webhook secret and returns it, this once. For a day deliveries carry a second signature
 * under the one before, so that a receiver can change over without refusing any.
 */
export async function rotateWebhookSecret(
  ctx: AuditCtx,
  { projectId, secret, sealed }: NewWebhookSecret,
): Promise<{ secret: string }> {
  const { businessId } = ctx
  const [project] = await ctx.db
    .update(projects)
    .set({
      webhookSecretPreviousSealed: sql`${projects.webhookSecretSealed}`,
      webhookSecretPreviousUntil: sql`now() + make_interval(hours => ${OVERLAP_HOURS})`,
      webhookSecretSealed: sealed,
      webhookSecretVersion: sql`${projects.webhookSecretVersion} + 1`,
    })
    .where(and(eq(projects.businessId, businessId), eq(projects.id, projectId)))
    .returning({ version: projects.webhookSecretVersion })
  if (!project) throw notFound('Project')
  await appendAudit(
    { ...ctx, projectId },
    { action: 'webhook-secret.rotated', target: projectId, detail: { version: project.version } },
  )
  return { secret }
}
