import { depositFilter, depositRef } from '@/schemas/deposits/contract'
import { getDeposit } from '@/server/deposits/get-deposit'
import { listDepositPage } from '@/server/deposits/list-deposit-page'
import { lastPageAtMost } from '@/server/paging'
import { businessProcedure } from '@/server/trpc/business-procedures'
import { router } from '@/server/trpc/init'

export const depositsRouter = router({
  list: businessProcedure('viewer')
    .input(depositFilter)
    .query(({ ctx, input }) => lastPageAtMost(input, (filter) => listDepositPage(ctx, filter))),
  get: businessProcedure('viewer')
    .input(depositRef)
    .query(({ ctx, input }) => getDeposit(ctx, input.depositId)),
})
