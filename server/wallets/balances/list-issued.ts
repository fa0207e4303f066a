import { and, eq, gt } from 'drizzle-orm'
import { tokens, tokenWallets } from '@/db/schema'
import type { Chain } from '@/server/chains/registry'
import type { TenantCtx } from '@/server/ctx'

/** In the form of a token that the platform knows. */
export type IssuedToken = Chain['tokens'][number] & { isIssued: true }

const MAX_TOKENS = 50

/** The tokens of the business that an address holds by our index. They have no price, whatever their ticker is. */
export async function listIssued({ db, businessId }: TenantCtx, address: string): Promise<IssuedToken[]> {
  const rows = await db
    .select({
      id: tokens.id,
      chainId: tokens.chainId,
      address: tokens.contractAddress,
      symbol: tokens.ticker,
      decimals: tokens.decimals,
      createdAt: tokens.createdAt,
    })
    .from(tokens)
    .innerJoin(tokenWallets, and(eq(tokenWallets.tokenId, tokens.id), eq(tokenWallets.address, address)))
    .where(
      and(
        eq(tokens.businessId, businessId),
        eq(tokenWallets.businessId, businessId),
        gt(tokenWallets.balanceUnits, 0n),
      ),
    )
    .orderBy(tokens.ticker, tokens.id)
    .limit(MAX_TOKENS)
  return rows.map((row) => ({ ...row, isActive: true, isIssued: true as const }))
}
