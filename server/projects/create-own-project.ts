import { eq, sql } from 'drizzle-orm'
import { projects } from '@/db/schema'
import { requireActiveBusiness } from '@/server/businesses/require-active-business'
import type { TenantCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { createProject } from './create-project'
import type { NewWebhookSecret } from './new-webhook-secret'

/** The projects of one business: each has its free plans and their quotas. An operator may make more. */
const MAX_PROJECTS = 10

/**
 * An owner makes a further project, or the first one. Throws forbidden while the business is suspended, failed past the
 * limit.
 */
export async function createOwnProject(
  ctx: TenantCtx,
  { name, newSecret }: { name: string; newSecret: NewWebhookSecret },
): Promise<{ id: string }> {
  const { db, businessId } = ctx
  await requireActiveBusiness(ctx)
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`projects ${businessId}`}, 0))`)
  if ((await db.$count(projects, eq(projects.businessId, businessId))) >= MAX_PROJECTS) {
    throw new ApiError('failed', `A business has at most ${MAX_PROJECTS} projects. Ask the operator for more.`)
  }
  return createProject(ctx, { businessId, name, newSecret })
}
