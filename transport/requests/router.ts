import { requestFilter, requestPart, requestRef } from '@/schemas/requests/contract'
import { lastPageAtMost } from '@/server/paging'
import { getNewestMark } from '@/server/requests/get-newest-mark'
import { getRequest } from '@/server/requests/get-request'
import { listRequests, listRequestsAfter } from '@/server/requests/list-requests'
import { businessProcedure } from '@/server/trpc/business-procedures'
import { router } from '@/server/trpc/init'

export const requestsRouter = router({
  list: businessProcedure('viewer')
    .input(requestFilter)
    .query(({ ctx, input }) => lastPageAtMost(input, (page) => listRequests(ctx, page))),
  listAfter: businessProcedure('viewer')
    .input(requestPart)
    .query(({ ctx, input }) => listRequestsAfter(ctx, input)),
  getNewestMark: businessProcedure('viewer').query(({ ctx }) => getNewestMark(ctx)),
  get: businessProcedure('viewer')
    .input(requestRef)
    .query(({ ctx, input }) => getRequest(ctx, input.requestId)),
})
