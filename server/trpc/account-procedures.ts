import { inAccount, type OperatorCtx } from '@/server/ctx'
import { PLATFORM_SCOPE, unwrapResult } from './in-transaction'
import { personProcedure, publicProcedure } from './init'
import { openMutation } from './open-mutation'

/** For a visitor without a session who follows or requests a one-time link; as the worker role, in one transaction. */
export const visitorProcedure = publicProcedure.use(async ({ ctx, next, ...call }) => {
  const mutation = await openMutation({ ...call, ctx }, PLATFORM_SCOPE)
  const who = { actor: { type: 'system', id: 'visitor' }, requestId: ctx.requestId } as const
  return mutation.inTurn(() =>
    inAccount(who, (account) =>
      mutation.once(account, async () => unwrapResult(await next({ ctx: { ...ctx, ...account } }))),
    ),
  )
})

/** For a person who reads or changes their own account, as the worker role; a mutation is one transaction. */
export const accountProcedure = personProcedure.use(async ({ ctx, next, ...call }) => {
  const mutation = await openMutation({ ...call, ctx }, PLATFORM_SCOPE)
  const { id, name } = ctx.person
  const who = { actor: { type: 'user', id, name }, requestId: ctx.requestId } as const
  return mutation.inTurn(() =>
    inAccount(who, (account) =>
      mutation.once(account, async () => unwrapResult(await next({ ctx: { ...ctx, ...account } }))),
    ),
  )
})

/**
 * For procedures that first call the key service, and then change the person's account in `ctx.inTransaction`, once.
 */
export const preparedAccountProcedure = personProcedure.use(async ({ ctx, next, ...call }) => {
  const mutation = await openMutation({ ...call, ctx }, PLATFORM_SCOPE)
  const { id, name } = ctx.person
  const who = { actor: { type: 'user', id, name }, requestId: ctx.requestId } as const
  const inTransaction = async <T>(work: (account: OperatorCtx) => Promise<T>): Promise<T> => {
    const run = async (account: OperatorCtx) => ({ ok: true, data: await work(account) })
    return (await mutation.inTurn(() => inAccount(who, (account) => mutation.once(account, () => run(account))))).data
  }
  return next({ ctx: { ...ctx, inTransaction } })
})
