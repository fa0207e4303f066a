import { and, eq, isNull } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { idempotencyKeys } from '@/db/schema'

/** One act of a person in the portal: whose key, for which procedure, and with which input. */
export type MutationClaim = {
  businessId: string
  projectId: string | null
  operation: string
  key: string
  fingerprint: string
}
export type MutationRow = typeof idempotencyKeys.$inferSelect
type Handle = { db: Database; now: () => Date }

/**
 * Claims a key. Returns null for the first call, else the row of the earlier one. Another process with the same key
 * waits here until the first commits or fails.
 */
export async function claimMutation(ctx: Handle, claim: MutationClaim): Promise<MutationRow | null> {
  const row = { ...claim, environment: 'portal', createdAt: ctx.now() } as const
  const [claimed] = await ctx.db.insert(idempotencyKeys).values(row).onConflictDoNothing().returning()
  if (claimed) return null
  const earlier = await findMutation(ctx.db, claim)
  if (!earlier) throw new Error('an idempotency row cannot vanish')
  return earlier
}

/** The act that was done under this key; null for none. */
export async function findMutation(db: Database, claim: MutationClaim): Promise<MutationRow | null> {
  const [row] = await db.select().from(idempotencyKeys).where(isClaim(claim))
  return row ?? null
}

/** Stores the answer that repetitions of the call get. */
export async function storeMutationAnswer(ctx: Handle, claim: MutationClaim, sealed: string): Promise<void> {
  await ctx.db
    .update(idempotencyKeys)
    .set({ responseStatus: 200, responseBody: { sealed }, completedAt: ctx.now() })
    .where(isClaim(claim))
}

function isClaim({ businessId, projectId, operation, key }: MutationClaim) {
  return and(
    eq(idempotencyKeys.businessId, businessId),
    projectId === null ? isNull(idempotencyKeys.projectId) : eq(idempotencyKeys.projectId, projectId),
    eq(idempotencyKeys.environment, 'portal'),
    eq(idempotencyKeys.operation, operation),
    eq(idempotencyKeys.key, key),
  )
}
