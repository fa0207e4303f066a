import { TRPCError } from '@trpc/server'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { businesses, projects } from '@/db/schema'
import { findSuspension, SUSPENSION_TEXTS, type SuspensionScope } from '@/schemas/businesses/words'
import type { Person } from '@/schemas/people/contract'
import { type BusinessRole, isAtLeast } from '@/schemas/people/words'
import { recordVisit } from '@/server/audit/record-visit'
import {
  inAccount,
  inTenant,
  inTenantReading,
  type ProjectCtx,
  type Tenant,
  type TenantCtx,
  workerCtx,
} from '@/server/ctx'
import { notFound } from '@/server/errors'
import { holdRole, lockMembers } from '@/server/people/hold-role'
import { requireNotRecovering } from '@/server/recovery/is-recovering'
import { formName, type RequestKey, type RequestName } from '@/server/transactions/intent-id'
import { unwrapResult } from './in-transaction'
import { type Meta, personProcedure, projectRef } from './init'
import { type Charge, newCharge } from './metered-as'
import { openMutation } from './open-mutation'

/**
 * A member of the project's business with at least this role. A mutation is one transaction of the business, a query's
 * statements run separately; the context is what verbs take. Operators and support pass as viewers: they read, which
 * the business's audit log records, and act through their own procedures. While the project or its business is
 * suspended, nothing is changed by it.
 */
export function businessProcedure(role: BusinessRole, exemption: Exemption = {}) {
  return memberProcedure(role, exemption).use(({ ctx, next, ...call }) =>
    inBusiness({ ...call, ctx }, (tenantCtx) =>
      next({ ctx: { ...ctx, ...tenantCtx, projectId: ctx.tenant.projectId, role: ctx.role } }),
    ),
  )
}

/**
 * For procedures that first call the network (a chain, DNS): they do so with `ctx.tenant`, and then access the database
 * in `ctx.inTransaction`, once. Calls that they send are named after the call's key, so that the chain refuses a
 * repetition that a restored backup has forgotten. A repeated call that its own first success made impossible (paid
 * already) returns the first result.
 */
export function preparedBusinessProcedure(role: BusinessRole) {
  return memberProcedure(role, {}).use(async ({ ctx, next, ...call }) => {
    const { projectId } = ctx.tenant
    const inTransaction = async <T>(work: (ctx: ProjectCtx, name: RequestName) => Promise<T>): Promise<T> => {
      const done = await inBusiness({ ...call, ctx }, async (tenantCtx, request) => ({
        ok: true,
        data: await work({ ...tenantCtx, projectId }, await formName(ctx.tenant, request)),
      }))
      return done.data
    }
    /** The intent's name is set before the transaction, for ids that derive from it. */
    const nameOfForm = async () => formName(ctx.tenant, (await openMutation({ ...call, ctx }, ctx.tenant)).request)
    const result = await next({ ctx: { ...ctx, inTransaction, formName: nameOfForm } })
    if (!ctx.charge.isEarned) ctx.charge.giveBack()
    if (result.ok || call.type !== 'mutation') return result
    const mutation = await openMutation({ ...call, ctx }, ctx.tenant)
    const earlier = await inTenantReading(ctx.tenant, (reading) => mutation.again<typeof result>(reading))
    return earlier ?? result
  })
}

/**
 * For the people of a business: sign-ins, roles and invitations belong to no tenant, so they are changed as the worker
 * role. A mutation first locks all memberships of the business and reads the caller's own again: of two owners who
 * remove each other at once, one succeeds.
 */
export function teamProcedure(role: BusinessRole, exemption: Exemption = {}) {
  return memberProcedure(role, exemption).use(async ({ ctx, next, ...call }) => {
    const { tenant } = ctx
    const reading = { ...tenant, ...workerCtx(), afterCommit: () => {} }
    if (call.type === 'query') return next({ ctx: { ...ctx, ...reading } })
    const mutation = await openMutation({ ...call, ctx }, tenant)
    return mutation.inTurn(() =>
      inAccount(tenant, (account) =>
        mutation.once(account, async () => {
          await lockMembers(account.db, tenant.businessId)
          await requireMember(account.db, tenant, role)
          return unwrapResult(await next({ ctx: { ...ctx, ...tenant, ...account } }))
        }),
      ),
    )
  })
}

/**
 * For an owner who acts on the business named in the input, which may have no project yet. The procedure first calls
 * the network, and then changes the database in `ctx.inTransaction`, once.
 */
export const preparedOwnerProcedure = personProcedure
  .input(z.object({ businessId: z.uuid() }))
  .use(async ({ ctx, input, next, ...call }) => {
    const { id, name, memberships } = ctx.person
    const own = memberships.find(({ businessId }) => businessId === input.businessId)
    if (!own) throw notFound('Business')
    if (own.role !== 'owner') {
      throw new TRPCError({ code: 'FORBIDDEN', message: `This needs the role owner; yours is ${own.role}.` })
    }
    await requireNotRecovering()
    const actor = { type: 'user', id, name } as const
    const tenant = { businessId: input.businessId, projectId: null, actor, requestId: ctx.requestId }
    const inTransaction = async <T>(work: (ctx: TenantCtx) => Promise<T>): Promise<T> => {
      const ofCall = { ...call, ctx: { ...ctx, tenant, needed: 'owner' as const, charge: newCharge() } }
      return (await inBusiness(ofCall, async (tenantCtx) => ({ ok: true, data: await work(tenantCtx) }))).data
    }
    return next({ ctx: { ...ctx, inTransaction } })
  })

type Exemption = Pick<Meta, 'whileSuspended' | 'lowersOwnRole'>
type MemberTenant = Tenant & { projectId: string }

/** The roles that may call it, checked before any transaction. */
function memberProcedure(role: BusinessRole, exemption: Exemption) {
  return personProcedure
    .meta({ access: role, ...exemption })
    .input(projectRef)
    .use(async ({ ctx, input, next, ...call }) => {
      const access = await requireProjectAccess(ctx.person, input.projectId)
      const actor = { type: 'user', id: ctx.person.id, name: ctx.person.name } as const
      const { businessId, role: ownRole } = access
      const tenant: MemberTenant = { businessId, projectId: input.projectId, actor, requestId: ctx.requestId }
      const enter = () => next({ ctx: { ...ctx, tenant, role: ownRole, needed: role, charge: newCharge() } })
      if (!isAtLeast(ownRole, role)) {
        if (exemption.lowersOwnRole) {
          const mutation = await openMutation({ ...call, ctx }, tenant)
          const earlier = await mutation.again<Awaited<ReturnType<typeof enter>>>(workerCtx())
          if (earlier) return earlier
        }
        throw new TRPCError({ code: 'FORBIDDEN', message: `This needs the role ${role}; yours is ${ownRole}.` })
      }
      if (access.suspended !== null && call.type === 'mutation' && exemption.whileSuspended === undefined) {
        throw new TRPCError({ code: 'FORBIDDEN', message: SUSPENSION_TEXTS[access.suspended] })
      }
      if (call.type === 'mutation') await requireNotRecovering()
      const { platformRole, sessionId } = ctx.person
      if (platformRole) await recordVisit(tenant, { sessionId, role: platformRole })
      return enter()
    })
}

/** Runs a procedure of a business: the statements of a query commit separately, a mutation is one transaction. */
async function inBusiness<R extends { ok: boolean }>(
  call: Parameters<typeof openMutation>[0] & { ctx: { tenant: Tenant; needed: BusinessRole; charge: Charge } },
  work: (ctx: TenantCtx, request: RequestKey | null) => Promise<R>,
): Promise<R> {
  const { tenant, needed, person, charge } = call.ctx
  const mutation = await openMutation(call, tenant)
  const isQuery = call.type === 'query'
  const enter = isQuery ? inTenantReading : inTenant
  let isDone = false
  const workOnce = async (tenantCtx: TenantCtx) => {
    if (!isQuery && person?.platformRole == null) await requireMember(tenantCtx.db, tenant, needed)
    const result = unwrapResult(await work(tenantCtx, mutation.request))
    isDone = true
    return result
  }
  try {
    const result = await mutation.inTurn(() => enter(tenant, (ctx) => mutation.once(ctx, () => workOnce(ctx))))
    charge.isEarned = isDone
    return result
  } finally {
    if (!charge.isEarned) charge.giveBack()
  }
}

/**
 * Reads the caller's role again in the transaction of a mutation, and locks it to the end. After the response to a
 * removal or a lower role, no change of that person is written.
 */
async function requireMember(db: TenantCtx['db'], { actor, businessId }: Tenant, needed: BusinessRole): Promise<void> {
  const role = await holdRole(db, { userId: actor.id, businessId })
  if (role === null) throw notFound('Project')
  if (!isAtLeast(role, needed)) {
    throw new TRPCError({ code: 'FORBIDDEN', message: `This needs the role ${needed}; yours is ${role}.` })
  }
}

type ProjectMembership = { businessId: string; role: BusinessRole; suspended: SuspensionScope | null }

/**
 * The business of a project, whether either of them is suspended, and what the person may do there. A project the
 * person cannot see answers like an unknown one.
 */
async function requireProjectAccess(person: Person, projectId: string): Promise<ProjectMembership> {
  const [project] = await workerCtx()
    .db.select({ businessId: projects.businessId, status: projects.status, businessStatus: businesses.status })
    .from(projects)
    .innerJoin(businesses, eq(businesses.id, projects.businessId))
    .where(eq(projects.id, projectId))
  if (!project) throw notFound('Project')
  const suspended = findSuspension(project)
  if (person.platformRole) return { businessId: project.businessId, role: 'viewer', suspended }
  const membership = person.memberships.find(({ businessId }) => businessId === project.businessId)
  if (!membership) throw notFound('Project')
  return { businessId: project.businessId, role: membership.role, suspended }
}
