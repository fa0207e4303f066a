import { projects } from '@/db/schema'
import { appendAudit } from '@/server/audit/append-audit'
import { requireCustomer } from '@/server/businesses/require-customer'
import type { OperatorCtx } from '@/server/ctx'
import { allowKeys } from './allow-keys'
import type { NewWebhookSecret } from './new-webhook-secret'

/**
 * Creates a project of a customer, with its webhook secret; keys and plans follow later. `allowsKeys`: its owners may
 * create the first pair of keys.
 */
export async function createProject(
  ctx: OperatorCtx,
  input: { businessId: string; name: string; newSecret: NewWebhookSecret; allowsKeys?: boolean },
): Promise<{ id: string }> {
  const { businessId, name, newSecret, allowsKeys = false } = input
  const { projectId: id, sealed: webhookSecretSealed } = newSecret
  await requireCustomer(ctx, businessId)
  await ctx.db.insert(projects).values({ id, businessId, name, webhookSecretSealed })
  const ofProject = { ...ctx, businessId, projectId: id }
  await appendAudit(ofProject, { action: 'project.created', target: id, detail: { name } })
  if (allowsKeys) await allowKeys(ofProject)
  return { id }
}
