import { seedsCtx } from '@/server/ctx'
import { holdsSeeds } from '@/server/separate-signer'
import { copySeed } from './copy-seeds'
import { ensureSeed } from './ensure-seed'
import { openSeed } from './open-seed'
import type { OpenedSeed } from './opened-seed'
import { type AddressRequest, requestAddresses } from './remote/request-addresses'
import { toOpenedSeed } from './seed-keys'

/** The minimum time for which the opened seed can be used. The transaction that uses its keys must end within it. */
const MIN_OPEN_MS = 30_000

/**
 * Opens the seed of a business. Creates it on first use, and copies it to SEED_COPY_DIR before any of its addresses is
 * shown. Calls the key service, or the signer for these addresses, so call it before the transaction that writes the
 * wallets. Throws unavailable.
 */
export async function openBusinessSeed(businessId: string, requests: readonly AddressRequest[]): Promise<OpenedSeed> {
  if (!holdsSeeds()) return requestAddresses(businessId, requests)
  const ctx = seedsCtx()
  const seedId = await ensureSeed({ ...ctx, businessId })
  await copySeed(ctx, seedId)
  return openWalletSeed({ businessId, seedId })
}

/** Opens the seed a wallet was derived from, before a transaction that signs with it. */
export async function openWalletSeed(wallet: { businessId: string; seedId: string }): Promise<OpenedSeed> {
  const { businessId, seedId } = wallet
  return toOpenedSeed(seedId, await openSeed(seedsCtx(), { businessId, seedId }, MIN_OPEN_MS))
}
