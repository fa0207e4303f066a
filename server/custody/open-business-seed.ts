import { workerCtx } from '@/server/ctx'
import { copySeed } from './copy-seeds'
import { ensureSeed } from './ensure-seed'
import { openSeed } from './open-seed'
import type { OpenedSeed } from './opened-seed'
import { toOpenedSeed } from './seed-keys'

/** The transaction that uses the keys has this long to begin and do so. */
const LEAST_MS = 30_000

/**
 * Opens the seed of a business, which is made on first use and has its copy (SEED_COPY_DIR) before anybody sees an address of it. Asks the key
 * service, so it is called before the transaction that writes the wallets.
 */
export async function openBusinessSeed(businessId: string): Promise<OpenedSeed> {
  const ctx = workerCtx()
  const seedId = await ensureSeed({ ...ctx, businessId })
  await copySeed(ctx, seedId)
  return openWalletSeed({ businessId, seedId })
}

/** Opens the seed a wallet was derived from, before a transaction that signs with it. */
export async function openWalletSeed(wallet: { businessId: string; seedId: string }): Promise<OpenedSeed> {
  const { businessId, seedId } = wallet
  return toOpenedSeed(seedId, await openSeed(workerCtx(), { businessId, seedId }, LEAST_MS))
}
