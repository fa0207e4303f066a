import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { chains, depositAccounts, payments, wallets } from '@/db/schema'
import { ensurePlatformBusiness } from '@/server/businesses/ensure-platform-business'
import { inWorker } from '@/server/ctx'
import { PAYMENT_DEPOSIT } from '@/server/payments/words'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import type { ChainType } from '@/server/text/chain-type'
import { addWallets } from '@/server/wallets/add-wallets'

export type PaymentAddress = { walletId: string; address: string }

/** The one address of a payment in a family of chains, made where there is none yet and written to all its accounts there. */
export function ensureAddress(paymentId: string, chainType: ChainType): Promise<PaymentAddress> {
  return inWorker(async ({ db }) => {
    // Accounts are opened side by side: the first one makes the address of all.
    await db.select({ id: payments.id }).from(payments).where(eq(payments.id, paymentId)).for('no key update')
    const ofFamily = db.select({ id: chains.chainId }).from(chains).where(eq(chains.chainType, chainType))
    const isOurs = and(eq(depositAccounts.paymentId, paymentId), inArray(depositAccounts.chainId, ofFamily))
    const [known] = await db
      .select({ walletId: depositAccounts.walletId, address: depositAccounts.address })
      .from(depositAccounts)
      .where(and(isOurs, sql`${depositAccounts.address} is not null`))
      .limit(1)
    if (known?.walletId && known.address) return { walletId: known.walletId, address: known.address }
    await ensurePlatformBusiness(db)
    const platform = { db, businessId: PLATFORM_BUSINESS_ID, projectId: null }
    const [wallet] = await addWallets(platform, { chainType, purpose: PAYMENT_DEPOSIT, count: 1 })
    if (!wallet) throw new Error('the address was not made')
    const { address } = wallet
    const walletId = await findWalletId(db, address)
    await db.update(depositAccounts).set({ walletId, address }).where(isOurs)
    return { walletId, address }
  })
}

async function findWalletId(db: Database, address: string): Promise<string> {
  const [wallet] = await db
    .select({ id: wallets.id })
    .from(wallets)
    .where(and(eq(wallets.businessId, PLATFORM_BUSINESS_ID), eq(wallets.address, address)))
  if (!wallet) throw new Error('the address was not written')
  return wallet.id
}
