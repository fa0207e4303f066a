import { randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import { businesses, projects } from '@/db/schema'
import { appendAudit } from '@/server/audit/append-audit'
import type { OperatorCtx } from '@/server/ctx'
import { sealSecret } from '@/server/custody/secrets'
import { notFound } from '@/server/errors'

/** A new project of a customer, with a webhook secret of its own; keys and plans come after. */
export async function createProject(
  ctx: OperatorCtx,
  input: { businessId: string; name: string },
): Promise<{ id: string }> {
  const [business] = await ctx.db
    .select({ id: businesses.id })
    .from(businesses)
    .where(and(eq(businesses.id, input.businessId), eq(businesses.kind, 'customer')))
  if (!business) throw notFound('Business')
  const id = newId()
  const webhookSecretSealed = await sealSecret({ purpose: 'project-webhook', owner: id }, randomBytes(32))
  await ctx.db.insert(projects).values({ id, businessId: business.id, name: input.name, webhookSecretSealed })
  const ofProject = { ...ctx, businessId: business.id, projectId: id }
  await appendAudit(ofProject, { action: 'project.created', target: id, detail: { name: input.name } })
  return { id }
}
