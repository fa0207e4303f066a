import { randomBytes } from 'node:crypto'
import { newId } from '@/db/new-id'
import { projects } from '@/db/schema'
import { appendAudit } from '@/server/audit/append-audit'
import { requireCustomer } from '@/server/businesses/require-customer'
import type { OperatorCtx } from '@/server/ctx'
import { sealSecret } from '@/server/custody/secrets'
import { webhookSecretUse } from '@/server/webhooks/webhook-secret-use'

/** A new project of a customer, with a webhook secret of its own; keys and plans come after. */
export async function createProject(
  ctx: OperatorCtx,
  input: { businessId: string; name: string },
): Promise<{ id: string }> {
  const { businessId, name } = input
  await requireCustomer(ctx, businessId)
  const id = newId()
  const webhookSecretSealed = await sealSecret(webhookSecretUse(id), randomBytes(32))
  await ctx.db.insert(projects).values({ id, businessId, name, webhookSecretSealed })
  const ofProject = { ...ctx, businessId, projectId: id }
  await appendAudit(ofProject, { action: 'project.created', target: id, detail: { name } })
  return { id }
}
