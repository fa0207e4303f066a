import { ensurePlatformBusiness } from '@/server/businesses/ensure-platform-business'
import { restoreBusiness } from '@/server/businesses/restore-business'
import { seedsCtx, type WorkerCtx } from '@/server/ctx'
import { type RestoredSeeds, restoreSeedCopies } from '@/server/custody/restore-seed-copies'
import { env } from '@/server/env'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'

/**
 * Puts the seeds back that a restored database lacks, with their businesses where it lacks those too. Throws where
 * SEED_COPY_DIR is not set.
 */
export async function restoreSeeds({ db }: Pick<WorkerCtx, 'db'>): Promise<RestoredSeeds> {
  const folder = env().SEED_COPY_DIR
  if (folder === undefined) throw new Error('SEED_COPY_DIR is missing: it names the folder of the copies')
  return restoreSeedCopies(seedsCtx(), {
    folder,
    ensureBusiness: ({ businessId, businessName }) =>
      businessId === PLATFORM_BUSINESS_ID
        ? ensurePlatformBusiness(db)
        : restoreBusiness(db, { id: businessId, name: businessName }),
  })
}
