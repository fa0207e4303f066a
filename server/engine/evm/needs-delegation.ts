import { and, eq } from 'drizzle-orm'
import { lanes } from '@/db/schema'
import { type Chain, isRelayed } from '@/server/chains/registry'
import type { TenantCtx } from '@/server/ctx'

/**
 * Whether a wallet's next transaction may have to pay for a delegation, because its account does not yet delegate to
 * the chain's delegate contract, as far as known.
 */
export async function needsDelegation(
  { db }: Pick<TenantCtx, 'db'>,
  { chain, walletId }: { chain: Chain; walletId: string },
): Promise<boolean> {
  if (!isRelayed(chain)) return false
  const [lane] = await db
    .select({ delegatedTo: lanes.delegatedTo })
    .from(lanes)
    .where(and(eq(lanes.chainId, chain.chainId), eq(lanes.walletId, walletId)))
  return lane?.delegatedTo !== chain.delegateAddress
}
