import { and, eq, inArray } from 'drizzle-orm'
import { lruPerProcess } from '@/db/lru-per-process'
import { wallets } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'

/** The wallet whose key signs, with its index below a seed. None of it ever changes. */
export type Signer = { walletId: string; businessId: string; seedId: string; addressIndex: number; address: string }

const cache = () => lruPerProcess<Signer>('engine-signers', { max: 50_000 })

const COLUMNS = {
  walletId: wallets.id,
  businessId: wallets.businessId,
  seedId: wallets.seedId,
  addressIndex: wallets.addressIndex,
  address: wallets.address,
}

/** The signers of wallets, by wallet id. Loaded ones are cached. */
export async function loadSigners({ db }: WorkerCtx, walletIds: Iterable<string>): Promise<(id: string) => Signer> {
  const signers = new Map<string, Signer>()
  const missing = new Set<string>()
  for (const id of walletIds) {
    const signer = cache().get(id)
    if (signer) signers.set(id, signer)
    else missing.add(id)
  }
  if (missing.size > 0)
    for (const signer of await db
      .select(COLUMNS)
      .from(wallets)
      .where(inArray(wallets.id, [...missing]))) {
      cache().set(signer.walletId, signer)
      signers.set(signer.walletId, signer)
    }
  return (id) => {
    const signer = signers.get(id)
    if (!signer) throw new Error(`wallet ${id} is not known`)
    return signer
  }
}

/** The wallet of a business that has this EVM address. */
export async function requireSignerOf({ db }: WorkerCtx, address: string): Promise<Signer> {
  const [signer] = await db
    .select(COLUMNS)
    .from(wallets)
    .where(and(eq(wallets.address, address), eq(wallets.chainType, 'EVM')))
    .limit(1)
  if (!signer) throw new Error('no wallet has the address')
  return signer
}
