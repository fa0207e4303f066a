import { and, asc, eq, inArray } from 'drizzle-orm'
import { wallets } from '@/db/schema'
import { PLATFORM_BUSINESS_ID } from '@/server/businesses/platform-business'
import type { OperatorCtx } from '@/server/ctx'
import { PURSE_PURPOSES, type PursePurpose } from './contract'

export type Purse = { walletId: string; chainType: 'EVM' | 'SOLANA'; purpose: PursePurpose; address: string }

/** The platform's wallets that pay for gas, treasury first. */
export async function listPurses({ db }: Pick<OperatorCtx, 'db'>): Promise<Purse[]> {
  const rows = await db
    .select()
    .from(wallets)
    .where(
      and(
        eq(wallets.businessId, PLATFORM_BUSINESS_ID),
        eq(wallets.isActive, true),
        inArray(wallets.purpose, [...PURSE_PURPOSES]),
      ),
    )
    .orderBy(asc(wallets.addressIndex))
  return PURSE_PURPOSES.flatMap((purpose) =>
    rows
      .filter((row) => row.purpose === purpose)
      .map(({ id, chainType, address }) => ({ walletId: id, chainType, purpose, address })),
  )
}
