import type { ProjectCtx, Tenant } from '@/server/ctx'
import type { RequestName } from '@/server/transactions/intent-id'

/**
 * The context of mutations that call a chain first: the tenant, and a function that writes the result in one
 * transaction, with the name of the form that was sent.
 */
export type PortalCtx = {
  tenant: Tenant
  inTransaction: <T>(work: (ctx: ProjectCtx, name: RequestName) => Promise<T>) => Promise<T>
}
