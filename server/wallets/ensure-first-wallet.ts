import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import { wallets } from '@/db/schema'
import { inTenant, inTenantReading, type Tenant, type TenantCtx } from '@/server/ctx'
import { openBusinessSeed } from '@/server/custody/open-business-seed'
import type { ChainType } from '@/server/text/chain-type'
import { createWallets } from './create-wallets'
import { requireActiveWallet, type WalletRow } from './require-active-wallet'

/**
 * The first active wallet that the caller's project may use. If there is none, creates one, once even for concurrent
 * calls. It stays if the rest of the call fails.
 */
export async function ensureFirstWallet(
  tenant: Tenant,
  { chainType, purpose }: { chainType: ChainType; purpose: string },
): Promise<WalletRow> {
  const existing = await inTenantReading(tenant, (ctx) => findFirstWallet(ctx, chainType))
  if (existing) return existing
  const seed = await openBusinessSeed(tenant.businessId, [{ chainType, count: 1 }])
  return inTenant(tenant, async (ctx) => {
    const name = `first wallet ${ctx.businessId} ${chainType}`
    await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
    const first = await findFirstWallet(ctx, chainType)
    if (first) return first
    const [made] = await createWallets({ ...ctx, seed }, { chainType, count: 1, purpose })
    if (!made) throw new Error('no wallet was made')
    return requireActiveWallet(ctx, { chainType, from: made.address })
  })
}

/** The active created wallet of the lowest index that the caller's project may use; null if there is none. */
async function findFirstWallet(ctx: TenantCtx, chainType: ChainType): Promise<WalletRow | null> {
  const { businessId, projectId } = ctx
  const isFree = isNull(wallets.boundProjectId)
  const [wallet] = await ctx.db
    .select()
    .from(wallets)
    .where(
      and(
        eq(wallets.businessId, businessId),
        eq(wallets.chainType, chainType),
        eq(wallets.isActive, true),
        isNull(wallets.restored),
        projectId === null ? isFree : or(isFree, eq(wallets.boundProjectId, projectId)),
      ),
    )
    .orderBy(asc(wallets.addressIndex))
    .limit(1)
  return wallet ?? null
}
