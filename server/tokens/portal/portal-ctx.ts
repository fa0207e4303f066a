import type { ProjectCtx, Tenant } from '@/server/ctx'

/**
 * The context of mutations that call a chain first: the tenant, and a function that writes the result in one
 * transaction.
 */
export type PortalCtx = {
  tenant: Tenant
  inTransaction: <T>(work: (ctx: ProjectCtx) => Promise<T>) => Promise<T>
}
