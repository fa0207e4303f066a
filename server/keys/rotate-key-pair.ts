import { and, desc, eq, gt, isNull, notInArray, or } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import { apiKeys, projects } from '@/db/schema'
import type { KeyPairView } from '@/schemas/keys/contract'
import { type AuditCtx, appendAudit } from '@/server/audit/append-audit'
import { MS_PER_HOUR } from '@/server/durations'
import { notFound, refusal } from '@/server/errors'
import { createApiKey } from './create-api-key'

type ProjectCtx = AuditCtx & { projectId: string }

/**
 * Issues a new live and test key for the project and lets the present ones run out after the overlap. A key that is
 * already running out keeps its earlier end, unless it would be the third that lives: two overlap at most, the oldest
 * ends at once. Without a name the pair has the name of the newest working one. Throws not_found (project),
 * unauthenticated (by a key that has ended).
 */
export async function rotateKeyPair(
  ctx: ProjectCtx,
  { overlapHours, name: given }: { overlapHours: number; name?: string },
): Promise<KeyPairView> {
  // The lock comes first: two rotations at once would leave three pairs alive.
  await lockProject(ctx)
  const now = ctx.now()
  await requireWorkingKey(ctx, now)
  const name = given ?? (await newestName(ctx, now))
  const expiresAt = new Date(now.getTime() + overlapHours * MS_PER_HOUR)
  await ctx.db
    .update(apiKeys)
    .set({ expiresAt: now })
    .where(and(isAliveAfter(ctx, now), notInArray(apiKeys.id, newestOfEach(ctx, now))))
  await ctx.db.update(apiKeys).set({ expiresAt }).where(isAliveAfter(ctx, expiresAt))
  const pair = { name, pairId: newId() }
  const live = await createApiKey(ctx, { ...pair, environment: 'live' })
  const test = await createApiKey(ctx, { ...pair, environment: 'test' })
  await appendAudit(ctx, { action: 'key.rotated', target: ctx.projectId, detail: { overlapHours } })
  return { live, test }
}

async function lockProject({ db, businessId, projectId }: ProjectCtx): Promise<void> {
  const [project] = await db
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.businessId, businessId), eq(projects.id, projectId)))
    .for('no key update')
  if (!project) throw notFound('Project')
}

/** The token was checked before this transaction. A key that was revoked or replaced since must not create a pair. */
async function requireWorkingKey({ db, businessId, actor }: ProjectCtx, now: Date): Promise<void> {
  if (actor.type !== 'key') return
  const [key] = await db
    .select({ revokedAt: apiKeys.revokedAt, expiresAt: apiKeys.expiresAt })
    .from(apiKeys)
    .where(and(eq(apiKeys.businessId, businessId), eq(apiKeys.id, actor.id)))
    .for('share')
  const isOver = key && (key.revokedAt !== null || (key.expiresAt !== null && key.expiresAt <= now))
  if (isOver) throw refusal('token_unknown')
}

/**
 * The newest living key of each environment. By id: a creation time is its transaction's start, which may come before
 * the lock.
 */
function newestOfEach(ctx: ProjectCtx, now: Date) {
  return ctx.db
    .selectDistinctOn([apiKeys.environment], { id: apiKeys.id })
    .from(apiKeys)
    .where(isAliveAfter(ctx, now))
    .orderBy(apiKeys.environment, desc(apiKeys.id))
}

async function newestName(ctx: ProjectCtx, now: Date): Promise<string> {
  const [newest] = await ctx.db
    .select({ name: apiKeys.name })
    .from(apiKeys)
    .where(isAliveAfter(ctx, now))
    .orderBy(desc(apiKeys.id))
    .limit(1)
  return newest?.name ?? ''
}

function isAliveAfter({ businessId, projectId }: ProjectCtx, moment: Date) {
  return and(
    eq(apiKeys.businessId, businessId),
    eq(apiKeys.projectId, projectId),
    isNull(apiKeys.revokedAt),
    or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, moment)),
  )
}
