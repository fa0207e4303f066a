import { madeAt } from '@/db/new-id'
import { ensurePlatformBusiness } from '@/server/businesses/ensure-platform-business'
import { restoreBusiness } from '@/server/businesses/restore-business'
import { inWorker, seedsCtx, workerCtx } from '@/server/ctx'
import { type RestoredSeeds, restoreSeedCopies } from '@/server/custody/restore-seed-copies'
import type { SeedCopy } from '@/server/custody/seed-copies'
import { beginRestoreRecovery } from '@/server/engine/recovery/begin-restore-recovery'
import { env } from '@/server/env'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { restoredSince } from '@/server/recovery/restored-since'
import { skipEveryIndex } from '@/server/wallets/skip-indices'

/**
 * Restores the seeds that a restored database lacks, with their businesses if those are missing too. Throws if
 * SEED_COPY_DIR is not set.
 */
export async function restoreSeeds(): Promise<RestoredSeeds> {
  const folder = env().SEED_COPY_DIR
  if (folder === undefined) throw new Error('SEED_COPY_DIR is missing: it names the folder of the copies')
  return restoreSeedCopies(seedsCtx(), { folder, prepare: prepareBusiness })
}

/**
 * Prepares the business of a seed that is put back. No seed is ever deleted, so a database that lacks one is a restored
 * backup: a recovery begins if none has since the seed was made.
 */
export async function prepareBusiness({ id, businessId, businessName }: SeedCopy): Promise<void> {
  const since = madeAt(id)
  if ((await restoredSince(workerCtx(), since)) === null) await beginRestoreRecovery({ cause: 'restored', message })
  // The platform's own wallets are created again, at the first indices.
  if (businessId === PLATFORM_BUSINESS_ID) return ensurePlatformBusiness(workerCtx().db)
  await inWorker(async ({ db }) => {
    await restoreBusiness(db, { id: businessId, name: businessName })
    // Its wallets are lost as well: their indices are not used again.
    await skipEveryIndex({ db }, { businessId, madeAt: since })
  })
}

const message =
  'The database lacks a seed that SEED_COPY_DIR holds, so a backup was restored: nothing is sent until its chains were compared with it.'
