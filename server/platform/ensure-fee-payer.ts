import { and, asc, eq } from 'drizzle-orm'
import { wallets } from '@/db/schema'
import { type WorkerCtx, workerCtx } from '@/server/ctx'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { addPlatformWallets } from './add-platform-wallets'

export type FeePayer = typeof wallets.$inferSelect

/**
 * Creates the platform business and the wallet that pays fees on Solana if they are missing. Returns the address of the
 * wallet, which must be funded. Call it outside transactions.
 */
export async function ensureSolanaFeePayer(): Promise<string> {
  await addPlatformWallets(async (ctx) =>
    (await findFeePayer(ctx)) ? [] : [{ chainType: 'SOLANA', purpose: 'FEE_PAYER', count: 1 }],
  )
  const made = await findFeePayer(workerCtx())
  if (!made) throw new Error('the fee payer was not made')
  return made.address
}

/** The wallet that pays fees and rent on Solana; null before the database is seeded. */
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
