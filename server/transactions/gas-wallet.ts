import { and, asc, eq } from 'drizzle-orm'
import { businesses, wallets } from '@/db/schema'
import { PLATFORM_BUSINESS_ID } from '@/server/businesses/platform-business'
import type { WorkerCtx } from '@/server/ctx'
import { addWallets } from '@/server/wallets/add-wallets'

type GasWallet = typeof wallets.$inferSelect

/** Makes the platform and its gas wallet where they are missing; returns the gas wallet's address, to be funded. */
export async function ensureGasWallet(ctx: WorkerCtx): Promise<string> {
  await ctx.db
    .insert(businesses)
    .values({ id: PLATFORM_BUSINESS_ID, name: 'Platform', slug: 'platform', kind: 'platform' })
    .onConflictDoNothing()
  const existing = await findGasWallet(ctx)
  if (existing) return existing.address
  const platform = { db: ctx.db, businessId: PLATFORM_BUSINESS_ID, projectId: null }
  const [made] = await addWallets(platform, { chainType: 'EVM', purpose: 'GAS', count: 1 })
  if (!made) throw new Error('the gas wallet was not made')
  return made.address
}

/** The wallet that pays top-ups on EVM chains; null before the seed ran. */
export async function findGasWallet({ db }: WorkerCtx): Promise<GasWallet | null> {
  const [wallet] = await db
    .select()
    .from(wallets)
    .where(and(eq(wallets.businessId, PLATFORM_BUSINESS_ID), eq(wallets.chainType, 'EVM'), eq(wallets.purpose, 'GAS')))
    .orderBy(asc(wallets.addressIndex))
    .limit(1)
  return wallet ?? null
}
