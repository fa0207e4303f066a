import { lastPageAtMost } from '@/server/paging'
import { businessProcedure, router } from '@/server/trpc/init'
import { depositFilter, depositRef } from './contract'
import { getDeposit } from './get-deposit'
import { listDepositPage } from './list-deposit-page'

export const depositsRouter = router({
  list: businessProcedure('viewer')
    .input(depositFilter)
    .query(({ ctx, input }) => lastPageAtMost(input, (filter) => listDepositPage(ctx, filter))),
  get: businessProcedure('viewer')
    .input(depositRef)
    .query(({ ctx, input }) => getDeposit(ctx, input.depositId)),
})
