import { inTenant, type Tenant, type TenantCtx } from '@/server/ctx'
import { openBusinessSeed } from '@/server/custody/open-business-seed'
import type { OpenedSeed } from '@/server/custody/opened-seed'

/** The tenant's transaction, with the seed that new wallets come from. */
export async function inTenantWithSeed<T>(
  tenant: Tenant,
  work: (ctx: TenantCtx & { seed: OpenedSeed }) => Promise<T>,
): Promise<T> {
  const seed = await openBusinessSeed(tenant.businessId)
  return inTenant(tenant, (ctx) => work({ ...ctx, seed }))
}
