import { and, asc, eq, inArray } from 'drizzle-orm'
import { wallets } from '@/db/schema'
import { ensurePlatformBusiness } from '@/server/businesses/ensure-platform-business'
import type { WorkerCtx } from '@/server/ctx'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { addWallets } from '@/server/wallets/add-wallets'

/** What the platform's EVM wallets are for: GAS fills sending wallets, RELAYER carries delegated calls, TREASURY fills both. */
export const PLATFORM_PURPOSES = ['GAS', 'RELAYER', 'TREASURY'] as const
export type PlatformPurpose = (typeof PLATFORM_PURPOSES)[number]
export type PlatformWallet = Omit<typeof wallets.$inferSelect, 'purpose'> & { purpose: PlatformPurpose }

/** Any wallet of the platform that signs, whatever it is for. */
export type PlatformSigner = typeof wallets.$inferSelect

const COUNT = { GAS: 1, RELAYER: 4, TREASURY: 1 } as const satisfies Record<PlatformPurpose, number>

/** Makes the platform and its EVM wallets where they are missing; returns them, to be funded. */
export async function ensurePlatformWallets(ctx: WorkerCtx): Promise<PlatformWallet[]> {
  await ensurePlatformBusiness(ctx.db)
  const existing = await listPlatformWallets(ctx)
  const platform = { db: ctx.db, businessId: PLATFORM_BUSINESS_ID, projectId: null }
  for (const purpose of PLATFORM_PURPOSES) {
    const missing = COUNT[purpose] - existing.filter((wallet) => wallet.purpose === purpose).length
    if (missing > 0) await addWallets(platform, { chainType: 'EVM', purpose, count: missing })
  }
  return listPlatformWallets(ctx)
}

/** Makes the platform's wallets where they are missing; returns the gas wallet's address. */
export async function ensureGasWallet(ctx: WorkerCtx): Promise<string> {
  const gas = (await ensurePlatformWallets(ctx)).find((wallet) => wallet.purpose === 'GAS')
  if (!gas) throw new Error('the gas wallet was not made')
  return gas.address
}

/** The platform's EVM wallets, oldest first; none before the seed ran. */
export async function listPlatformWallets({ db }: Pick<WorkerCtx, 'db'>): Promise<PlatformWallet[]> {
  const rows = await db
    .select()
    .from(wallets)
    .where(
      and(
        eq(wallets.businessId, PLATFORM_BUSINESS_ID),
        eq(wallets.chainType, 'EVM'),
        eq(wallets.isActive, true),
        inArray(wallets.purpose, [...PLATFORM_PURPOSES]),
      ),
    )
    .orderBy(asc(wallets.addressIndex))
  return rows.flatMap((row) => {
    const purpose = PLATFORM_PURPOSES.find((candidate) => candidate === row.purpose)
    return purpose ? [{ ...row, purpose }] : []
  })
}

/** The wallet that pays top-ups on EVM chains; null before the seed ran. */
export async function findGasWallet(ctx: Pick<WorkerCtx, 'db'>): Promise<PlatformWallet | null> {
  return (await listPlatformWallets(ctx)).find((wallet) => wallet.purpose === 'GAS') ?? null
}
