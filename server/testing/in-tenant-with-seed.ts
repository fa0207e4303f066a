import { inTenant, type Tenant, type TenantCtx } from '@/server/ctx'
import { openBusinessSeed } from '@/server/custody/open-business-seed'
import type { OpenedSeed } from '@/server/custody/opened-seed'

/** The tenant's transaction, with the seed that new wallets come from. */
export async function inTenantWithSeed<T>(
  tenant: Tenant,
  work: (ctx: TenantCtx & { seed: OpenedSeed }) => Promise<T>,
): Promise<T> {
  const seed = await openBusinessSeed(tenant.businessId, [
    { chainType: 'EVM', count: 1 },
    { chainType: 'SOLANA', count: 1 },
  ])
  return inTenant(tenant, (ctx) => work({ ...ctx, seed }))
}
