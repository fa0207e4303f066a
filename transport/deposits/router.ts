import {
  decideScreeningInput,
  depositFilter,
  depositPart,
  depositRef,
  screenedFilter,
} from '@/schemas/deposits/contract'
import { decideScreening } from '@/server/deposits/decide-screening'
import { decideScreeningAsOperator } from '@/server/deposits/decide-screening-as-operator'
import { getDeposit } from '@/server/deposits/get-deposit'
import { listDepositPage, listDepositsAfter } from '@/server/deposits/list-deposit-page'
import { listScreened } from '@/server/deposits/list-screened'
import { lastPageAtMost } from '@/server/paging'
import { businessProcedure } from '@/server/trpc/business-procedures'
import { REQUIRES_FRESH_PROOF, router } from '@/server/trpc/init'
import { operatorProcedure } from '@/server/trpc/platform-procedures'
import { findKnownAddresses } from '@/server/wallets/find-known-addresses'

export const depositsRouter = router({
  list: businessProcedure('viewer')
    .input(depositFilter)
    .query(({ ctx, input }) => lastPageAtMost(input, (filter) => listDepositPage(ctx, filter))),
  listAfter: businessProcedure('viewer')
    .input(depositPart)
    .query(({ ctx, input }) => listDepositsAfter(ctx, input)),
  get: businessProcedure('viewer')
    .input(depositRef)
    .query(async ({ ctx, input }) => {
      const deposit = await getDeposit(ctx, input.depositId)
      return { deposit, known: await findKnownAddresses(ctx, [deposit.fromAddress, deposit.address]) }
    }),
  listScreened: businessProcedure('viewer')
    .input(screenedFilter)
    .query(({ ctx, input }) => lastPageAtMost(input, (filter) => listScreened(ctx, filter))),
  decideScreening: businessProcedure('owner')
    .meta(REQUIRES_FRESH_PROOF)
    .input(decideScreeningInput)
    .mutation(({ ctx, input: { depositId, decision, note } }) =>
      decideScreening(ctx, { depositId, decision, note, list: 'BUSINESS', businessId: ctx.businessId }),
    ),
  decideScreeningOfAll: operatorProcedure
    .meta(REQUIRES_FRESH_PROOF)
    .input(decideScreeningInput)
    .mutation(({ ctx, input }) => decideScreeningAsOperator(ctx, input)),
})
