import { inTenant, type Tenant, type TenantCtx } from '@/server/ctx'
import { openBusinessSeed } from '@/server/custody/open-business-seed'
import type { OpenedSeed } from '@/server/custody/opened-seed'
import { whenAvailable } from './when-available'

/** The tenant's transaction, with the seed that new wallets come from. */
export async function inTenantWithSeed<T>(
  tenant: Tenant,
  work: (ctx: TenantCtx & { seed: OpenedSeed }) => Promise<T>,
): Promise<T> {
  const wanted = (['EVM', 'SOLANA'] as const).map((chainType) => ({ chainType, count: 1 }))
  const seed = await whenAvailable(() => openBusinessSeed(tenant.businessId, wanted))
  return inTenant(tenant, (ctx) => work({ ...ctx, seed }))
}
