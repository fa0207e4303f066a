import { and, asc, eq } from 'drizzle-orm'
import { wallets } from '@/db/schema'
import { ensurePlatformBusiness } from '@/server/businesses/ensure-platform-business'
import type { WorkerCtx } from '@/server/ctx'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { addWallets } from '@/server/wallets/add-wallets'

export type FeePayer = typeof wallets.$inferSelect

/** Makes the platform and the wallet that pays its Solana fees where they are missing; returns the wallet's address, to be funded. */
export async function ensureSolanaFeePayer(ctx: WorkerCtx): Promise<string> {
  await ensurePlatformBusiness(ctx.db)
  const existing = await findFeePayer(ctx)
  if (existing) return existing.address
  const platform = { db: ctx.db, businessId: PLATFORM_BUSINESS_ID, projectId: null }
  const [made] = await addWallets(platform, { chainType: 'SOLANA', purpose: 'FEE_PAYER', count: 1 })
  if (!made) throw new Error('the fee payer was not made')
  return made.address
}

/** The wallet that pays fees and rent on Solana; null before the seed ran. */
export async function findFeePayer({ db }: Pick<WorkerCtx, 'db'>): Promise<FeePayer | null> {
  const [wallet] = await db
    .select()
    .from(wallets)
    .where(
      and(
        eq(wallets.businessId, PLATFORM_BUSINESS_ID),
        eq(wallets.chainType, 'SOLANA'),
        eq(wallets.purpose, 'FEE_PAYER'),
        eq(wallets.isActive, true),
      ),
    )
    .orderBy(asc(wallets.addressIndex))
    .limit(1)
  return wallet ?? null
}
