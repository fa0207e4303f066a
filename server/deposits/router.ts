import { lastPageAtMost } from '@/server/paging'
import { businessProcedure, router } from '@/server/trpc/init'
import { depositFilter } from './contract'
import { listDepositPage } from './list-deposit-page'

export const depositsRouter = router({
  list: businessProcedure('viewer')
    .input(depositFilter)
    .query(({ ctx, input }) => lastPageAtMost(input, (filter) => listDepositPage(ctx, filter))),
})
