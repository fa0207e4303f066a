import type { Database } from '@/db/client'
import { businesses } from '@/db/schema'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'

/** The business that owns the platform's wallets; made if it is missing. */
export async function ensurePlatformBusiness(db: Database): Promise<void> {
  await db
    .insert(businesses)
    .values({ id: PLATFORM_BUSINESS_ID, name: 'Platform', slug: 'platform', kind: 'platform' })
    .onConflictDoNothing()
}
