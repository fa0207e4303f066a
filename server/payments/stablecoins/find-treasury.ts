import { and, asc, eq } from 'drizzle-orm'
import { wallets } from '@/db/schema'
import type { Chain } from '@/server/chains/registry'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import { findFeePayer } from '@/server/platform/ensure-fee-payer'
import { listPlatformWallets } from '@/server/platform/gas-wallet'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { addWallets } from '@/server/wallets/add-wallets'

type Treasury = { address: string }

/** Where what was paid on a chain is kept. Null before the seed ran. */
export async function findTreasury(
  ctx: Pick<WorkerCtx, 'db'>,
  { chainType }: Pick<Chain, 'chainType'>,
): Promise<Treasury | null> {
  if (chainType === 'SOLANA') return (await findFeePayer(ctx)) && ensureSolanaTreasury()
  return (await listPlatformWallets(ctx)).find(({ purpose }) => purpose === 'TREASURY') ?? null
}

/** A wallet of its own: what pays fees signs each transfer, and is never to be the one that gets it. */
function ensureSolanaTreasury(): Promise<Treasury> {
  return inWorker(async ({ db }) => {
    const isOurs = and(
      eq(wallets.businessId, PLATFORM_BUSINESS_ID),
      eq(wallets.chainType, 'SOLANA'),
      eq(wallets.purpose, 'TREASURY'),
    )
    const [known] = await db.select().from(wallets).where(isOurs).orderBy(asc(wallets.addressIndex)).limit(1)
    if (known) return known
    const platform = { db, businessId: PLATFORM_BUSINESS_ID, projectId: null }
    const [made] = await addWallets(platform, { chainType: 'SOLANA', purpose: 'TREASURY', count: 1 })
    if (!made) throw new Error('the treasury was not made')
    return made
  })
}
