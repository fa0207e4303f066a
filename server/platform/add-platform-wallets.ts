import { sql } from 'drizzle-orm'
import type { CreateWalletsInput } from '@/schemas/wallets/contract'
import { ensurePlatformBusiness } from '@/server/businesses/ensure-platform-business'
import { inWorker, type WorkerCtx, workerCtx } from '@/server/ctx'
import { openBusinessSeed } from '@/server/custody/open-business-seed'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { addWallets } from '@/server/wallets/add-wallets'

/** More than the platform has of one family. */
const MAX_MISSING = 16

/**
 * Creates the wallets that `findMissing` names, once even for concurrent calls; also the platform itself if it is
 * missing. Called outside of transactions.
 */
export async function addPlatformWallets(
  findMissing: (ctx: Pick<WorkerCtx, 'db'>) => Promise<CreateWalletsInput[]>,
): Promise<void> {
  await ensurePlatformBusiness(workerCtx().db)
  const seed = await openBusinessSeed(PLATFORM_BUSINESS_ID, [
    { chainType: 'EVM', count: MAX_MISSING },
    { chainType: 'SOLANA', count: MAX_MISSING },
  ])
  await inWorker(async ({ db }) => {
    await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('platform wallets', 0))`)
    const platform = { db, businessId: PLATFORM_BUSINESS_ID, projectId: null, seed }
    for (const missing of await findMissing({ db })) await addWallets(platform, missing)
  })
}
