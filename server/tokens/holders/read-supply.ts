import { and, desc, eq, sql } from 'drizzle-orm'
import { tokenSupplies } from '@/db/schema'
import type { ProjectCtx } from '@/server/ctx'

/**
 * The total balance of a token at the end of a block, or now. `walletCount` is the number of wallets with a balance,
 * which is the total of the list of holders.
 */
export async function readSupply(
  { db, businessId }: ProjectCtx,
  { tokenId, block }: { tokenId: string; block?: number },
): Promise<{ supplyUnits: bigint; walletCount: number }> {
  const { supplyUnits, walletCount, blockNumber } = tokenSupplies
  const [last] = await db
    .select({ supplyUnits, walletCount })
    .from(tokenSupplies)
    .where(
      and(
        eq(tokenSupplies.businessId, businessId),
        eq(tokenSupplies.tokenId, tokenId),
        block === undefined ? undefined : sql`${blockNumber} <= ${block}`,
      ),
    )
    .orderBy(desc(blockNumber))
    .limit(1)
  return last ?? { supplyUnits: 0n, walletCount: 0 }
}
