import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { newId } from '@/db/new-id'
import { walletCounters, wallets } from '@/db/schema/wallets'
import { type CreateWalletsInput, MAX_ADDRESS_INDEX } from '@/schemas/wallets/contract'
import { derivationPath } from '@/server/custody/derivation-path'
import { deriveAddresses } from '@/server/custody/derive-addresses'
import type { OpenedSeed } from '@/server/custody/opened-seed'
import { validationError } from '@/server/errors'
import { mayTake, recovering, requireKnownDatabase } from '@/server/recovery/is-recovering'
import type { ChainType } from '@/server/text/chain-type'
import { tagsOf } from '@/server/text/tags-of'

/** The business the wallets are for, and its seed; the handle is any role's that may write its rows. */
type WalletOwner = { db: Database; businessId: string; projectId: string | null; seed: OpenedSeed }

export type NewWallet = Omit<typeof wallets.$inferInsert, 'isActive' | 'id'> & { id: string; isActive: boolean }

/**
 * Derives and writes the business's next `count` wallets, without an audit row: for `createWallets` and the platform
 * itself.
 */
export async function addWallets(owner: WalletOwner, input: CreateWalletsInput): Promise<NewWallet[]> {
  const { chainType, count, purpose } = input
  const firstIndex = await takeIndices(owner, chainType, count)
  const derived = await deriveWallets(owner, { chainType, purpose, firstIndex, count })
  const rows = derived.map((row) => ({ ...row, ...tagsOf(input) }))
  await storeWallets(owner, rows)
  return rows
}

/** Writes derived wallets, in the transaction of the handle. */
export async function storeWallets({ db }: Pick<WalletOwner, 'db'>, rows: NewWallet[]): Promise<void> {
  await db.insert(wallets).values(rows)
}

/** As `storeWallets`; wallets at indices or addresses that the business has already are left as they are. */
export async function storeMissingWallets({ db }: Pick<WalletOwner, 'db'>, rows: NewWallet[]): Promise<void> {
  await db.insert(wallets).values(rows).onConflictDoNothing()
}

type Range = { chainType: ChainType; purpose: string; firstIndex: number; count: number }

/** The rows of wallets at indices that were taken before; the caller writes them. */
export async function deriveWallets(owner: WalletOwner, { purpose, ...range }: Range): Promise<NewWallet[]> {
  const { businessId, projectId, seed } = owner
  const { chainType, firstIndex } = range
  const addresses = await deriveAddresses(seed, range)
  return addresses.map((address, offset) => ({
    id: newId(),
    businessId,
    projectId,
    seedId: seed.seedId,
    chainType,
    addressIndex: firstIndex + offset,
    address,
    derivationPath: derivationPath(chainType, firstIndex + offset),
    purpose,
    isActive: true,
  }))
}

/**
 * Takes the next indices. The counter's row is locked until the end of the transaction, so a rollback returns them.
 * Throws recovering if the database was set back: its indices may be in use already.
 */
async function takeIndices({ db, businessId }: WalletOwner, chainType: ChainType, count: number): Promise<number> {
  requireKnownDatabase()
  const [counter] = await db
    .insert(walletCounters)
    .values({ businessId, chainType, nextIndex: count })
    .onConflictDoUpdate({
      target: [walletCounters.businessId, walletCounters.chainType],
      set: { nextIndex: sql`${walletCounters.nextIndex} + ${count}` },
    })
    .returning({ nextIndex: walletCounters.nextIndex, mayTake: sql<boolean>`${mayTake()}` })
  if (!counter) throw new Error('the wallet counter returned no index')
  if (!counter.mayTake) throw recovering()
  if (counter.nextIndex - 1 > MAX_ADDRESS_INDEX) throw validationError([`count: no ${chainType} address index is left`])
  return counter.nextIndex - count
}
