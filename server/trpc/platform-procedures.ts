import { TRPCError } from '@trpc/server'
import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { users } from '@/db/schema'
import { inOperator, inOperatorReading, type OperatorCtx } from '@/server/ctx'
import { PLATFORM_SCOPE, unwrapResult } from './in-transaction'
import { personProcedure } from './init'
import { openMutation } from './open-mutation'

/** Support and operator, over all businesses; the database itself refuses writes. */
export const supportProcedure = platformProcedure('support').use(({ ctx, next, ...call }) =>
  inPlatform({ ...call, ctx }, (operatorCtx) => next({ ctx: { ...ctx, ...operatorCtx } })),
)

/** The operator, over all businesses; a mutation is one transaction. */
export const operatorProcedure = platformProcedure('operator').use(({ ctx, next, ...call }) =>
  inPlatform({ ...call, ctx }, (operatorCtx) => next({ ctx: { ...ctx, ...operatorCtx } })),
)

/**
 * For procedures that call the network (a chain, DNS): `prepare` does so before the transaction opens, with a context
 * that only reads; its result is `ctx.prepared`.
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

/** Runs a procedure of the platform: the statements of a query commit separately, a mutation is one transaction. */
async function inPlatform<R extends { ok: boolean }>(
  call: PlatformCall,
  work: (ctx: OperatorCtx) => Promise<R>,
): Promise<R> {
  const { operator, access } = call.ctx
  if (call.type === 'query') return inOperatorReading(operator, async (ctx) => unwrapResult(await work(ctx)))
  const mutation = await openMutation(call, PLATFORM_SCOPE)
  return mutation.inTurn(() =>
    inOperator(operator, (ctx) =>
      mutation.once(ctx, async () => {
        await requireStillActive(ctx)
        if (access === 'support') await ctx.db.execute(sql`set transaction read only`)
        return unwrapResult(await work(ctx))
      }),
    ),
  )
}

/**
 * Reads again whether the caller may act: what a procedure prepares on the network takes time, and they may be switched
 * off meanwhile. The role of an operator or of support never changes, and no person is ever deleted.
 */
async function requireStillActive({ db, actor }: OperatorCtx): Promise<void> {
  const [person] = await db.select({ isActive: users.isActive }).from(users).where(eq(users.id, actor.id))
  if (person && !person.isActive) throw new TRPCError({ code: 'UNAUTHORIZED', message: 'Sign in to continue.' })
}
