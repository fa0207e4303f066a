import { ensurePlatformBusiness } from '@/server/businesses/ensure-platform-business'
import { restoreBusiness } from '@/server/businesses/restore-business'
import { seedsCtx, type WorkerCtx } from '@/server/ctx'
import { type RestoredSeeds, restoreSeedCopies } from '@/server/custody/restore-seed-copies'
import { env } from '@/server/env'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { skipEveryIndex } from '@/server/wallets/skip-indices'

/**
 * Puts the seeds back that a restored database lacks, with their businesses where it lacks those too. Throws where
 * SEED_COPY_DIR is not set.
 */
export async function restoreSeeds({ db }: Pick<WorkerCtx, 'db'>): Promise<RestoredSeeds> {
  const folder = env().SEED_COPY_DIR
  if (folder === undefined) throw new Error('SEED_COPY_DIR is missing: it names the folder of the copies')
  return restoreSeedCopies(seedsCtx(), {
    folder,
    async prepare({ businessId, businessName }) {
      // Its own wallets are made again, at the first indices.
      if (businessId === PLATFORM_BUSINESS_ID) return ensurePlatformBusiness(db)
      await restoreBusiness(db, { id: businessId, name: businessName })
      // Its wallets are lost as well: their indices are not handed out again.
      await skipEveryIndex({ db }, businessId)
    },
  })
}
