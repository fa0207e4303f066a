import { lastPageAtMost } from '@/server/paging'
import { businessProcedure, router } from '@/server/trpc/init'
import { requestFilter } from './contract'
import { listRequests } from './list-requests'

export const requestsRouter = router({
  list: businessProcedure('viewer')
    .input(requestFilter)
    .query(({ ctx, input }) => lastPageAtMost(input, (page) => listRequests(ctx, page))),
})
