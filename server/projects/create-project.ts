import { projects } from '@/db/schema'
import { appendAudit } from '@/server/audit/append-audit'
import { requireCustomer } from '@/server/businesses/require-customer'
import type { OperatorCtx } from '@/server/ctx'
import type { NewWebhookSecret } from './new-webhook-secret'

/** A new project of a customer, with the webhook secret that was made for it; keys and plans come after. */
export async function createProject(
  ctx: OperatorCtx,
  input: { businessId: string; name: string; made: NewWebhookSecret },
): Promise<{ id: string }> {
  const { businessId, name, made } = input
  const { projectId: id, sealed: webhookSecretSealed } = made
  await requireCustomer(ctx, businessId)
  await ctx.db.insert(projects).values({ id, businessId, name, webhookSecretSealed })
  const ofProject = { ...ctx, businessId, projectId: id }
  await appendAudit(ofProject, { action: 'project.created', target: id, detail: { name } })
  return { id }
}
