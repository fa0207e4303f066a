import { lastPageAtMost } from '@/server/paging'
import { businessProcedure, router } from '@/server/trpc/init'
import { requestFilter, requestRef } from './contract'
import { getRequest } from './get-request'
import { listRequests } from './list-requests'

export const requestsRouter = router({
  list: businessProcedure('viewer')
    .input(requestFilter)
    .query(({ ctx, input }) => lastPageAtMost(input, (page) => listRequests(ctx, page))),
  get: businessProcedure('viewer')
    .input(requestRef)
    .query(({ ctx, input }) => getRequest(ctx, input.requestId)),
})
