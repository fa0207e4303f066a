import { inTenant, type Tenant, type TenantCtx } from '@/server/ctx'
import { type OpenedSeed, openBusinessSeed } from '@/server/custody/open-business-seed'

/** The tenant's transaction, with the seed that new wallets come from. */
export async function inTenantWithSeed<T>(
  tenant: Tenant,
  work: (ctx: TenantCtx & { seed: OpenedSeed }) => Promise<T>,
): Promise<T> {
  const seed = await openBusinessSeed(tenant.businessId)
  return inTenant(tenant, (ctx) => work({ ...ctx, seed }))
}
