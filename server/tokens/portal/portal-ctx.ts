import type { Tenant } from '@/server/ctx'
import type { ProjectCtx } from '@/server/tokens/require-token'

/**
 * The context of mutations that call a chain first: the tenant, and a function that writes the result in one
 * transaction.
 */
export type PortalCtx = {
  tenant: Tenant
  inTransaction: <T>(work: (ctx: ProjectCtx) => Promise<T>) => Promise<T>
}
