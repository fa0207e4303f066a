import { randomBytes } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { projects } from '@/db/schema'
import { type AuditCtx, appendAudit } from '@/server/audit/append-audit'
import { sealSecret } from '@/server/custody/secrets'
import { notFound } from '@/server/errors'
import { webhookSecretUse } from '@/server/webhooks/webhook-secret-use'

/** How long deliveries carry a second signature under the secret before. */
const OVERLAP_HOURS = 24

/**
 * Gives the project a new webhook secret and returns it, this once. For a day deliveries carry a second signature under the one
 * before, so that a receiver can change over without refusing any.
 */
export async function rotateWebhookSecret(ctx: AuditCtx & { projectId: string }): Promise<{ secret: string }> {
  const { businessId, projectId } = ctx
  const secret = randomBytes(32)
  const [project] = await ctx.db
    .update(projects)
    .set({
      webhookSecretPreviousSealed: sql`${projects.webhookSecretSealed}`,
      webhookSecretPreviousUntil: sql`now() + make_interval(hours => ${OVERLAP_HOURS})`,
      webhookSecretSealed: await sealSecret(webhookSecretUse(projectId), secret),
      webhookSecretVersion: sql`${projects.webhookSecretVersion} + 1`,
    })
    .where(and(eq(projects.businessId, businessId), eq(projects.id, projectId)))
    .returning({ version: projects.webhookSecretVersion })
  if (!project) throw notFound('Project')
  await appendAudit(ctx, { action: 'webhook-secret.rotated', target: projectId, detail: { version: project.version } })
  return { secret: `whsec_${secret.toString('base64')}` }
}
