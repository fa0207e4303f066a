import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { chains, depositAccounts, payments } from '@/db/schema'
import { PAYMENT_DEPOSIT } from '@/schemas/payments/words'
import { ensurePlatformBusiness } from '@/server/businesses/ensure-platform-business'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import { openBusinessSeed } from '@/server/custody/open-business-seed'
import { isDuplicate } from '@/server/database/is-duplicate'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import type { ChainType } from '@/server/text/chain-type'
import { deriveWallets, type NewWallet, storeWallets } from '@/server/wallets/add-wallets'
import { forgetReservedIndices, reserveIndex } from '@/server/wallets/reserve-indices'

type AddressRequest = { paymentId: string; accounts: readonly { id: string; chainType: ChainType }[] }
type Address = { walletId: string; address: string }

/**
 * Opens these accounts of a payment in one transaction. All accounts on a family of chains share one address, which is
 * created if needed. Accounts that were opened or failed meanwhile stay as they are. Called outside a transaction.
 */
export async function openAddresses(ctx: WorkerCtx, request: AddressRequest): Promise<void> {
  try {
    await openOnce(ctx, request)
  } catch (error) {
    if (!isDuplicate(error)) throw error
    // An address that this process reserved before a restore may now be watched as one that the backup lacks.
    forgetReservedIndices()
    await openOnce(ctx, request)
  }
}

async function openOnce(ctx: WorkerCtx, { paymentId, accounts }: AddressRequest): Promise<void> {
  const made = await deriveEach(ctx, [...new Set(accounts.map(({ chainType }) => chainType))])
  await inWorker(async ({ db }) => {
    // The call and the job that finishes it may run at the same time; the first one creates the addresses.
    await db.select({ id: payments.id }).from(payments).where(eq(payments.id, paymentId)).for('no key update')
    for (const wallet of made) {
      const existing = await findAddress(db, { paymentId, chainType: wallet.chainType })
      if (!existing) await storeWallets({ db }, [wallet])
      const ids = accounts.filter(({ chainType }) => chainType === wallet.chainType).map(({ id }) => id)
      await db
        .update(depositAccounts)
        .set({ ...(existing ?? { walletId: wallet.id, address: wallet.address }), status: 'OPEN' })
        .where(and(inArray(depositAccounts.id, ids), eq(depositAccounts.status, 'OPENING')))
    }
  })
}

type Family = { paymentId: string; chainType: ChainType }

/** The address of the payment's accounts on a family of chains; null if none is open yet. */
async function findAddress(db: Database, { paymentId, chainType }: Family): Promise<Address | null> {
  const ofFamily = db.select({ id: chains.chainId }).from(chains).where(eq(chains.chainType, chainType))
  const [existing] = await db
    .select({ walletId: depositAccounts.walletId, address: depositAccounts.address })
    .from(depositAccounts)
    .where(
      and(
        eq(depositAccounts.paymentId, paymentId),
        inArray(depositAccounts.chainId, ofFamily),
        isNotNull(depositAccounts.address),
      ),
    )
    .limit(1)
  return existing?.walletId && existing.address ? { walletId: existing.walletId, address: existing.address } : null
}

/** A new platform wallet for each family, not stored yet. */
async function deriveEach({ db }: WorkerCtx, chainTypes: readonly ChainType[]): Promise<NewWallet[]> {
  await ensurePlatformBusiness(db)
  const businessId = PLATFORM_BUSINESS_ID
  const derived = await Promise.all(
    chainTypes.map(async (chainType) => {
      const firstIndex = await reserveIndex({ businessId, chainType })
      const seed = await openBusinessSeed(businessId, [{ chainType, count: 1, firstIndex }])
      const platform = { db, businessId, projectId: null, seed }
      return deriveWallets(platform, { chainType, purpose: PAYMENT_DEPOSIT, firstIndex, count: 1 })
    }),
  )
  return derived.flat()
}
