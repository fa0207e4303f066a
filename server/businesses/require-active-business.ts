import { eq } from 'drizzle-orm'
import { businesses } from '@/db/schema'
import { SUSPENSION_TEXTS } from '@/schemas/businesses/words'
import type { TenantCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'

/** Throws forbidden while the business is suspended. */
export async function requireActiveBusiness({ db, businessId }: TenantCtx): Promise<void> {
  const [business] = await db
    .select({ status: businesses.status })
    .from(businesses)
    .where(eq(businesses.id, businessId))
  if (business?.status !== 'active') throw new ApiError('forbidden', SUSPENSION_TEXTS.business)
}
