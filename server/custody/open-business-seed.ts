import { workerCtx } from '@/server/ctx'
import { ensureSeed } from './ensure-seed'
import { openSeed } from './open-seed'
import { toOpenedSeed } from './opened-seed'

/** A seed whose keys a transaction may use: it names them, and only custody can reach them. */
export type OpenedSeed = { readonly seedId: string }

/** The transaction that uses the keys has this long to begin and do so. */
const LEAST_MS = 30_000

/** Opens the seed of a business, which is made on first use. Asks the key service, so it is called before the transaction that writes the wallets. */
export async function openBusinessSeed(businessId: string): Promise<OpenedSeed> {
  const seedId = await ensureSeed({ ...workerCtx(), businessId })
  return openWalletSeed({ businessId, seedId })
}

/** Opens the seed a wallet was derived from, before a transaction that signs with it. */
export async function openWalletSeed(wallet: { businessId: string; seedId: string }): Promise<OpenedSeed> {
  const { businessId, seedId } = wallet
  return toOpenedSeed(seedId, await openSeed(workerCtx(), { businessId, seedId }, LEAST_MS))
}
