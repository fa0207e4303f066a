import { eq } from 'drizzle-orm'
import { businesses } from '@/db/schema'
import type { TenantCtx } from '@/server/ctx'

/** Stores whether a business requires a second factor of its members. Takes the worker's handle. */
export async function writeFactorRequirement(
  { db, businessId, now }: Pick<TenantCtx, 'db' | 'businessId' | 'now'>,
  requiresFactor: boolean,
): Promise<void> {
  await db.update(businesses).set({ requiresFactor, updatedAt: now() }).where(eq(businesses.id, businessId))
}
