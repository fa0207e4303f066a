import { and, asc, eq, inArray } from 'drizzle-orm'
import { wallets } from '@/db/schema'
import { TREASURY_WALLET_PURPOSES, type TreasuryWalletPurpose } from '@/schemas/platform/contract'
import type { OperatorCtx } from '@/server/ctx'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'

export type TreasuryWallet = {
  walletId: string
  chainType: 'EVM' | 'SOLANA'
  purpose: TreasuryWalletPurpose
  address: string
}

/** The platform's wallets that pay for gas, treasury first. */
export async function listTreasuryWallets({ db }: Pick<OperatorCtx, 'db'>): Promise<TreasuryWallet[]> {
  const rows = await db
    .select()
    .from(wallets)
    .where(
      and(
        eq(wallets.businessId, PLATFORM_BUSINESS_ID),
        eq(wallets.isActive, true),
        inArray(wallets.purpose, [...TREASURY_WALLET_PURPOSES]),
      ),
    )
    .orderBy(asc(wallets.addressIndex))
  return TREASURY_WALLET_PURPOSES.flatMap((purpose) =>
    rows
      .filter((row) => row.purpose === purpose)
      .map(({ id, chainType, address }) => ({ walletId: id, chainType, purpose, address })),
  )
}
