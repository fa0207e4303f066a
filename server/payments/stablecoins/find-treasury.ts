import { and, asc, eq } from 'drizzle-orm'
import { wallets } from '@/db/schema'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { addPlatformWallets } from '@/server/platform/add-platform-wallets'
import { findFeePayer } from '@/server/platform/ensure-fee-payer'
import { listPlatformWallets } from '@/server/platform/gas-wallet'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'

type Treasury = { address: string }

/** The treasury of a chain, which payments are swept to. Null before the seed ran. */
export async function findTreasury(
  ctx: Pick<WorkerCtx, 'db'>,
  { chainType }: Pick<Chain, 'chainType'>,
): Promise<Treasury | null> {
  if (chainType === 'SOLANA') return (await findFeePayer(ctx)) && ensureSolanaTreasury(ctx)
  return (await listPlatformWallets(ctx)).find(({ purpose }) => purpose === 'TREASURY') ?? null
}

/** A separate wallet: the fee payer signs each transfer and must not be its recipient. */
async function ensureSolanaTreasury(ctx: Pick<WorkerCtx, 'db'>): Promise<Treasury> {
  const existing = await findSolanaTreasury(ctx)
  if (existing) return existing
  await addPlatformWallets(async (txCtx) =>
    (await findSolanaTreasury(txCtx)) ? [] : [{ chainType: 'SOLANA', purpose: 'TREASURY', count: 1 }],
  )
  const made = await findSolanaTreasury(ctx)
  if (!made) throw new Error('the treasury was not made')
  return made
}

async function findSolanaTreasury({ db }: Pick<WorkerCtx, 'db'>): Promise<Treasury | undefined> {
  const isOurs = and(
    eq(wallets.businessId, PLATFORM_BUSINESS_ID),
    eq(wallets.chainType, 'SOLANA'),
    eq(wallets.purpose, 'TREASURY'),
  )
  const [existing] = await db.select().from(wallets).where(isOurs).orderBy(asc(wallets.addressIndex)).limit(1)
  return existing
}
