import type { Tenant } from '@/server/ctx'
import type { ProjectCtx } from '@/server/tokens/require-token'

/** What a procedure gives that asks a chain first: who asks, and one transaction for what comes of it. */
export type PortalCtx = {
  tenant: Tenant
  inTransaction: <T>(work: (ctx: ProjectCtx) => Promise<T>) => Promise<T>
}
