import { requireCapability } from '@/server/api/authorize'
import type { Endpoint } from '@/server/api/endpoint'
import { meterCall } from '@/server/api/limit-call'
import { inTenantReading, type Tenant, type TenantCtx } from '@/server/ctx'
import { readGrantedAccess } from '@/server/projects/find-project-access'

/** The usage that a call of the portal has counted against a plan so far, with a function that reverts it. */
export type Charge = { giveBack: () => void; isEarned: boolean }

/** A charge of nothing. */
export function newCharge(): Charge {
  return { giveBack: () => {}, isEarned: false }
}

type MeteredCtx = { tenant: Tenant & { projectId: string }; charge: Charge } & Partial<Pick<TenantCtx, 'db'>>

type Opts<R> = { ctx: MeteredCtx; type: string; input: unknown; next: () => Promise<R> }

const metered = new WeakMap<object, Endpoint>()

/**
 * Checks a procedure against the project's plan as `/v1` checks `endpoint`, by the same functions, and counts it as
 * that call. Put it behind `.input`: fields that the capability or the use depends on have the names they have in the
 * body of the endpoint. Throws subscription_missing, capability_missing and quota_exceeded.
 */
export function meteredAs(endpoint: Endpoint) {
  const middleware = async <R>({ ctx, type, input, next }: Opts<R>) => {
    const { tenant, db, charge } = ctx
    const call = { params: undefined, query: undefined, body: input }
    const { capability: required } = endpoint
    const capability = typeof required === 'function' ? required(call) : required
    if (!capability) return next()
    const { businessId, projectId } = tenant
    const access = db
      ? await readGrantedAccess({ db, businessId, projectId })
      : await inTenantReading(tenant, (txCtx) => readGrantedAccess({ ...txCtx, projectId }))
    requireCapability(access, capability)
    // A preview is free; the mutation it shows is metered.
    if (type === 'mutation') charge.giveBack = await meterCall(endpoint, { access, input: call, capability })
    return next()
  }
  metered.set(middleware, endpoint)
  return middleware
}

/** The endpoint that a procedure is metered as, found by its middlewares; null if it is not metered. */
export function meteredEndpoint(middlewares: readonly object[]): Endpoint | null {
  return middlewares.map((middleware) => metered.get(middleware)).find((endpoint) => endpoint !== undefined) ?? null
}
