import { eq } from 'drizzle-orm'
import { businesses } from '@/db/schema'
import type { TenantCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { SUSPENDED_TEXTS } from './words'

/** Throws forbidden while the business is suspended. */
export async function requireActiveBusiness({ db, businessId }: TenantCtx): Promise<void> {
  const [business] = await db
    .select({ status: businesses.status })
    .from(businesses)
    .where(eq(businesses.id, businessId))
  if (business?.status !== 'active') throw new ApiError('forbidden', SUSPENDED_TEXTS.business)
}
