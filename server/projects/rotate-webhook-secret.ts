import { and, eq, sql } from 'drizzle-orm'
import { projects } from '@/db/schema'
import { type AuditCtx, appendAudit } from '@/server/audit/append-audit'
import { notFound } from '@/server/errors'
import type { NewWebhookSecret } from './new-webhook-secret'

/** The time for which deliveries are also signed with the previous secret. */
const OVERLAP_HOURS = 24

/**
 * Replaces the webhook secret of the project and returns the new one, once. For a day deliveries carry a second
 * signature with the previous secret, so that destinations can switch without rejecting any.
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
