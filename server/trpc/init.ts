import { initTRPC, TRPCError } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc'
import { sql } from 'drizzle-orm'
import superjson from 'superjson'
import { z } from 'zod'
import { SUSPENDED_TEXTS } from '@/schemas/businesses/words'
import { type BusinessRole, isAtLeast } from '@/schemas/people/words'
import { findUnstorable } from '@/schemas/text/contract'
import { noteVisit } from '@/server/audit/note-visit'
import {
  inAccount,
  inOperator,
  inOperatorReading,
  inTenant,
  inTenantReading,
  type OperatorCtx,
  type Tenant,
  type TenantCtx,
  workerCtx,
} from '@/server/ctx'
import { notFound, validationError } from '@/server/errors'
import { lacksFactor, requireFresh } from '@/server/people/factors/require-fresh'
import { holdRole, lockMembers } from '@/server/people/hold-role'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { requireNotRecovering } from '@/server/recovery/is-recovering'
import { curePath } from '@/server/refusals/cure'
import { toBrowserError } from './browser-error'
import type { CallContext } from './call-context'
import { isSameOrigin } from './is-same-origin'
import { openMutation } from './open-mutation'
import { currentRequestId } from './request-id'
import { requireProjectAccess } from './require-project-access'
import { type Charge, newCharge } from './sold-as'

/** Who may call a procedure, for the test that tries everybody on everything. */
export type Access = 'public' | 'person' | BusinessRole | 'support' | 'operator'

type Meta = {
  access?: Access
  /** Needs a fresh second factor, or a fresh password where the person has none. */
  fresh?: boolean
  /** Open to a person who has to add a second factor before anything else. */
  beforeFactor?: boolean
  /** Why a mutation of members stays open while their project or business is suspended. */
  whileSuspended?: string
}

/**
 * Stands beside the role of a procedure that asks for a fresh proof of the person:
 * `businessProcedure('owner').meta(FRESH)`.
 */
export const FRESH = { fresh: true } as const

/** The input every procedure of a business carries: the project says which business. */
export const projectRef = z.object({ projectId: z.uuid() })

const t = initTRPC
  .context<CallContext>()
  .meta<Meta>()
  .create({
    transformer: superjson,
    // Also for failures outside procedures: the context, the reading of a call.
    errorFormatter: ({ error: failure, ctx, input }) => {
      const { error, data: known } = toBrowserError(failure)
      const { cure, ...data } = known
      const of = projectRef.safeParse(input).data
      const resolvePath = cure && of ? curePath(cure, of.projectId) : undefined
      const requestId = ctx?.requestId ?? currentRequestId()
      return {
        message: error.message,
        code: TRPC_ERROR_CODES_BY_KEY[error.code],
        // From the number alone tRPC would make 500 of an unavailable one.
        data: { ...data, resolvePath, code: error.code, httpStatus: getHTTPStatusCodeFromError(error), requestId },
      }
    },
  })

export const router = t.router

const answered = t.procedure.use(async ({ ctx, type, path, next }) => {
  if (type === 'mutation' && !isSameOrigin(ctx)) throw new TRPCError({ code: 'FORBIDDEN', message: 'Wrong origin' })
  const result = await next()
  if (result.ok) return result
  throw toBrowserError(result.error, { path, requestId: ctx.requestId }).error
})

/**
 * Checked once for every procedure, so that no schema can forget it: such text would come back from Postgres as an
 * error.
 */
const guarded = answered.use(async ({ getRawInput, next }) => {
  const field = findUnstorable(await getRawInput())
  if (field !== null) throw validationError([`${field}: holds characters that are not allowed`])
  return next()
})

export const publicProcedure = guarded.meta({ access: 'public' })

/** Whoever is not signed in and follows a one-time link, or asks for one; as the worker role, in one transaction. */
export const visitorProcedure = publicProcedure.use(async ({ ctx, next, ...call }) => {
  const mutation = await openMutation({ ...call, ctx }, OF_PLATFORM)
  const who = { actor: { type: 'system', id: 'visitor' }, requestId: ctx.requestId } as const
  return mutation.inTurn(() =>
    inAccount(who, (account) =>
      mutation.once(account, async () => orThrow(await next({ ctx: { ...ctx, ...account } }))),
    ),
  )
})

/** Who is signed in. What a procedure asks of second factors is checked here, for every kind of procedure. */
export const personProcedure = guarded.meta({ access: 'person' }).use(({ ctx, meta, next }) => {
  if (!ctx.person) throw new TRPCError({ code: 'UNAUTHORIZED', message: 'Sign in to continue.' })
  if (!meta?.beforeFactor && lacksFactor(ctx.person)) throw new TRPCError({ code: 'FORBIDDEN', message: ADD_FACTOR })
  if (meta?.fresh) requireFresh(ctx.person, new Date())
  return next({ ctx: { ...ctx, person: ctx.person } })
})

const ADD_FACTOR = 'Your role needs a second factor. Add one to continue.'

/** Where the keys of acts are kept that concern no project. */
const OF_PLATFORM = { businessId: PLATFORM_BUSINESS_ID, projectId: null }

/** What people see and change about themselves, as the worker role; a mutation is one transaction. */
export const accountProcedure = personProcedure.use(async ({ ctx, next, ...call }) => {
  const mutation = await openMutation({ ...call, ctx }, OF_PLATFORM)
  const { id, name } = ctx.person
  const who = { actor: { type: 'user', id, name }, requestId: ctx.requestId } as const
  return mutation.inTurn(() =>
    inAccount(who, (account) =>
      mutation.once(account, async () => orThrow(await next({ ctx: { ...ctx, ...account } }))),
    ),
  )
})

/** For what has to ask the key service first, and then changes the person's account in `ctx.inTransaction`, once. */
export const preparedAccountProcedure = personProcedure.use(async ({ ctx, next, ...call }) => {
  const mutation = await openMutation({ ...call, ctx }, OF_PLATFORM)
  const { id, name } = ctx.person
  const who = { actor: { type: 'user', id, name }, requestId: ctx.requestId } as const
  const inTransaction = async <T>(work: (account: OperatorCtx) => Promise<T>): Promise<T> => {
    const run = async (account: OperatorCtx) => ({ ok: true, data: await work(account) })
    return (await mutation.inTurn(() => inAccount(who, (account) => mutation.once(account, () => run(account))))).data
  }
  return next({ ctx: { ...ctx, inTransaction } })
})

/**
 * A member of the project's business with at least this role. A mutation is one transaction of the business, a query's
 * statements stand alone; the context is what verbs take. Operator and support pass as viewers: they see, which the
 * business's audit log tells, and act through their own procedures. While the project or its business is suspended,
 * nothing is changed by it.
 */
export function businessProcedure(role: BusinessRole, exemption: Pick<Meta, 'whileSuspended'> = {}) {
  return memberProcedure(role, exemption).use(({ ctx, next, ...call }) =>
    inBusiness({ ...call, ctx }, (tenantCtx) =>
      next({ ctx: { ...ctx, ...tenantCtx, projectId: ctx.tenant.projectId, role: ctx.role } }),
    ),
  )
}

/**
 * The same for what has to ask the network (a chain, DNS) first: it does so with `ctx.tenant`, and then what it does to
 * the database in `ctx.inTransaction`, once. What its own first success made impossible (paid already) is answered as
 * that was.
 */
export function preparedBusinessProcedure(role: BusinessRole) {
  return memberProcedure(role, {}).use(async ({ ctx, next, ...call }) => {
    const { projectId } = ctx.tenant
    const inTransaction = async <T>(work: (ctx: TenantCtx & { projectId: string }) => Promise<T>): Promise<T> => {
      const done = await inBusiness({ ...call, ctx }, async (tenantCtx) => ({
        ok: true,
        data: await work({ ...tenantCtx, projectId }),
      }))
      return done.data
    }
    const result = await next({ ctx: { ...ctx, inTransaction } })
    if (!ctx.charge.isEarned) ctx.charge.giveBack()
    if (result.ok || call.type !== 'mutation') return result
    const mutation = await openMutation({ ...call, ctx }, ctx.tenant)
    const earlier = await inTenantReading(ctx.tenant, (reading) => mutation.again<typeof result>(reading))
    return earlier ?? result
  })
}

/**
 * The same for who belongs to the business: sign-ins, roles and invitations are no tenant's, so the worker's role works
 * on them. A mutation locks all memberships of the business first and looks at the caller's own once more: of two
 * owners who remove each other at once, one does.
 */
export function teamProcedure(role: BusinessRole, exemption: Pick<Meta, 'whileSuspended'> = {}) {
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
          return orThrow(await next({ ctx: { ...ctx, ...tenant, ...account } }))
        }),
      ),
    )
  })
}

/**
 * An owner who acts on the business named in the input, which may have no project yet. What has to ask the network is
 * done first, and then what changes the database in `ctx.inTransaction`, once.
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

type MemberTenant = Tenant & { projectId: string }

/** Who may call it, before any transaction. */
function memberProcedure(role: BusinessRole, exemption: Pick<Meta, 'whileSuspended'>) {
  return personProcedure
    .meta({ access: role, ...exemption })
    .input(projectRef)
    .use(async ({ ctx, input, next, ...call }) => {
      const access = await requireProjectAccess(ctx.person, input.projectId)
      if (!isAtLeast(access.role, role)) {
        throw new TRPCError({ code: 'FORBIDDEN', message: `This needs the role ${role}; yours is ${access.role}.` })
      }
      if (access.suspended !== null && call.type === 'mutation' && exemption.whileSuspended === undefined) {
        throw new TRPCError({ code: 'FORBIDDEN', message: SUSPENDED_TEXTS[access.suspended] })
      }
      if (call.type === 'mutation') await requireNotRecovering()
      const actor = { type: 'user', id: ctx.person.id, name: ctx.person.name } as const
      const { businessId, role: ownRole } = access
      const tenant: MemberTenant = { businessId, projectId: input.projectId, actor, requestId: ctx.requestId }
      const { platformRole, sessionId } = ctx.person
      if (platformRole) await noteVisit(tenant, { sessionId, role: platformRole })
      return next({ ctx: { ...ctx, tenant, role: ownRole, needed: role, charge: newCharge() } })
    })
}

/** What a procedure of a business runs in: a query's statements stand alone, a mutation is one transaction. */
async function inBusiness<R extends { ok: boolean }>(
  call: Parameters<typeof openMutation>[0] & { ctx: { tenant: Tenant; needed: BusinessRole; charge: Charge } },
  work: (ctx: TenantCtx) => Promise<R>,
): Promise<R> {
  const { tenant, needed, person, charge } = call.ctx
  const mutation = await openMutation(call, tenant)
  const isQuery = call.type === 'query'
  const enter = isQuery ? inTenantReading : inTenant
  let isDone = false
  const workOnce = async (tenantCtx: TenantCtx) => {
    if (!isQuery && person?.platformRole == null) await requireMember(tenantCtx.db, tenant, needed)
    const result = orThrow(await work(tenantCtx))
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
 * Looks at the caller's role once more in the transaction of a mutation, and holds it to the end: once a removal or a
 * lower role was answered, nothing of that person is written any more.
 */
async function requireMember(db: TenantCtx['db'], { actor, businessId }: Tenant, needed: BusinessRole): Promise<void> {
  const role = await holdRole(db, { userId: actor.id, businessId })
  if (role === null) throw notFound('Project')
  if (!isAtLeast(role, needed)) {
    throw new TRPCError({ code: 'FORBIDDEN', message: `This needs the role ${needed}; yours is ${role}.` })
  }
}

/** Support and operator, over all businesses; the database itself refuses writes. */
export const supportProcedure = platformProcedure('support').use(({ ctx, next, ...call }) =>
  inPlatform({ ...call, ctx }, (operatorCtx) => next({ ctx: { ...ctx, ...operatorCtx } })),
)

/** The operator, over all businesses; a mutation is one transaction. */
export const operatorProcedure = platformProcedure('operator').use(({ ctx, next, ...call }) =>
  inPlatform({ ...call, ctx }, (operatorCtx) => next({ ctx: { ...ctx, ...operatorCtx } })),
)

/**
 * The same for what has to ask the network (a chain, DNS): `prepare` does so before the transaction opens, with a
 * context that only reads, and what it answers is `ctx.prepared`.
 */
export function preparedOperatorProcedure<Input extends z.ZodType, Prepared>(
  input: Input,
  prepare: (ctx: OperatorCtx, input: z.output<Input>) => Promise<Prepared>,
) {
  return platformProcedure('operator')
    .input(input)
    .use(async ({ ctx, input: parsed, next }) => {
      // The input of this procedure's own schema, as tRPC parsed it.
      const prepared = await inOperatorReading(ctx.operator, (reading) => prepare(reading, parsed as z.output<Input>))
      return next({ ctx: { ...ctx, prepared } })
    })
    .use(({ ctx, next, ...call }) =>
      inPlatform({ ...call, ctx }, (operatorCtx) => next({ ctx: { ...ctx, ...operatorCtx } })),
    )
}

function platformProcedure(role: 'operator' | 'support') {
  return personProcedure.meta({ access: role }).use(async ({ ctx, next }) => {
    const { platformRole, id, name } = ctx.person
    const allowed = platformRole === 'operator' || platformRole === role
    if (!allowed) throw new TRPCError({ code: 'FORBIDDEN', message: `This needs the role ${role}.` })
    const operator = { actor: { type: 'user', id, name }, requestId: ctx.requestId } as const
    return next({ ctx: { ...ctx, operator, access: role } })
  })
}

type PlatformCall = Parameters<typeof openMutation>[0] & {
  ctx: { operator: Pick<OperatorCtx, 'actor' | 'requestId'>; access: 'operator' | 'support' }
}

/** What a procedure of the platform runs in: a query's statements stand alone, a mutation is one transaction. */
async function inPlatform<R extends { ok: boolean }>(
  call: PlatformCall,
  work: (ctx: OperatorCtx) => Promise<R>,
): Promise<R> {
  const { operator, access } = call.ctx
  if (call.type === 'query') return inOperatorReading(operator, async (ctx) => orThrow(await work(ctx)))
  const mutation = await openMutation(call, OF_PLATFORM)
  return mutation.inTurn(() =>
    inOperator(operator, (ctx) =>
      mutation.once(ctx, async () => {
        if (access === 'support') await ctx.db.execute(sql`set transaction read only`)
        return orThrow(await work(ctx))
      }),
    ),
  )
}

/** tRPC hands failures on as values; a transaction rolls back on throws only. */
function orThrow<R extends { ok: boolean }>(result: R): R {
  if (!result.ok && 'error' in result) throw result.error
  return result
}
