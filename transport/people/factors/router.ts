import { codeInput, proofInput } from '@/schemas/people/contract'
import { workerCtx } from '@/server/ctx'
import { beginTotp, confirmTotp, prepareTotp, readFirstCode } from '@/server/people/factors/enrol-totp'
import { getFactor } from '@/server/people/factors/get-factor'
import { provePerson } from '@/server/people/factors/prove-person'
import { newRecoveryCodes, removeFactor } from '@/server/people/factors/remove-factor'
import { readCode } from '@/server/people/factors/take-code'
import { accountProcedure, FRESH, personProcedure, preparedAccountProcedure, router } from '@/server/trpc/init'

/** Open to those who have to add a second factor before anything else. */
const FIRST = { beforeFactor: true }

export const factorsRouter = router({
  get: personProcedure.meta(FIRST).query(({ ctx }) => getFactor(workerCtx(), ctx.person)),
  /** Proves that the person is there, for acts that ask for it. */
  prove: preparedAccountProcedure
    .meta(FIRST)
    .input(proofInput)
    .mutation(async ({ ctx, input }) => {
      const { person } = ctx
      const code =
        input.code === undefined ? null : await readCode(workerCtx(), { userId: person.id, code: input.code })
      await ctx.inTransaction((account) => provePerson(account, { person, code, password: input.password }))
    }),
  begin: preparedAccountProcedure.meta({ ...FIRST, ...FRESH }).mutation(async ({ ctx }) => {
    const { person } = ctx
    const totp = await prepareTotp(person.email)
    return ctx.inTransaction((account) => beginTotp(account, { person, totp }))
  }),
  confirm: preparedAccountProcedure
    .meta({ ...FIRST, ...FRESH })
    .input(codeInput)
    .mutation(async ({ ctx, input }) => {
      const { person } = ctx
      const pending = await readFirstCode(workerCtx(), { person, code: input.code })
      return ctx.inTransaction((account) => confirmTotp(account, { person, pending }))
    }),
  replaceRecoveryCodes: accountProcedure.meta(FRESH).mutation(({ ctx }) => newRecoveryCodes(ctx, ctx.person)),
  remove: accountProcedure.meta(FRESH).mutation(({ ctx }) => removeFactor(ctx, ctx.person)),
})
