import { and, asc, eq, inArray } from 'drizzle-orm'
import { wallets } from '@/db/schema'
import type { TreasuryWalletPurpose } from '@/schemas/platform/contract'
import { type Chain, isRelayed } from '@/server/chains/registry'
import { type WorkerCtx, workerCtx } from '@/server/ctx'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { addPlatformWallets } from './add-platform-wallets'

/**
 * The purposes of the platform's EVM wallets: GAS tops up sending wallets, RELAYER submits delegated calls, TREASURY
 * tops up both.
 */
const PLATFORM_PURPOSES = ['GAS', 'RELAYER', 'TREASURY'] as const
export type PlatformPurpose = (typeof PLATFORM_PURPOSES)[number]
export type PlatformWallet = Omit<typeof wallets.$inferSelect, 'purpose'> & { purpose: PlatformPurpose }

/** Any wallet of the platform that signs, of any purpose. */
export type PlatformSigner = typeof wallets.$inferSelect

const COUNT = { GAS: 1, RELAYER: 4, TREASURY: 1 } as const satisfies Record<PlatformPurpose, number>

/**
 * Creates the platform and its EVM wallets if they are missing; returns the wallets, which have to be funded. Call it
 * outside transactions.
 */
export async function ensurePlatformWallets(): Promise<PlatformWallet[]> {
  await addPlatformWallets(async (ctx) => {
    const existing = await listPlatformWallets(ctx)
    return PLATFORM_PURPOSES.flatMap((purpose) => {
      const count = COUNT[purpose] - existing.filter((wallet) => wallet.purpose === purpose).length
      return count > 0 ? [{ chainType: 'EVM' as const, purpose, count }] : []
    })
  })
  return listPlatformWallets(workerCtx())
}

/** Creates the platform's wallets if they are missing; returns the gas wallet's address. */
export async function ensureGasWallet(): Promise<string> {
  const gas = (await ensurePlatformWallets()).find((wallet) => wallet.purpose === 'GAS')
  if (!gas) throw new Error('the gas wallet was not created')
  return gas.address
}

/** The platform's EVM wallets, oldest first; empty until they are created. */
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

/** The wallet that pays top-ups on EVM chains; null until it is created. */
export async function findGasWallet(ctx: Pick<WorkerCtx, 'db'>): Promise<PlatformWallet | null> {
  return (await listPlatformWallets(ctx)).find((wallet) => wallet.purpose === 'GAS') ?? null
}

/**
 * Whether a platform wallet pays for anything on a chain. Relayers do not where wallets are topped up, or before the
 * delegate contract is deployed.
 */
export function isWalletUsed(chain: Chain, { purpose }: { purpose: TreasuryWalletPurpose }): boolean {
  return purpose !== 'RELAYER' || isRelayed(chain)
}
