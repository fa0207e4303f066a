import { exceptionFilter, exceptionPart } from '@/schemas/exceptions/contract'
import { countExceptions } from '@/server/exceptions/count-exceptions'
import { listExceptions, listExceptionsAfter } from '@/server/exceptions/list-exceptions'
import { lastPageAtMost } from '@/server/paging'
import { router } from '@/server/trpc/init'
import { supportProcedure } from '@/server/trpc/platform-procedures'

export const exceptionsRouter = router({
  count: supportProcedure.query(({ ctx }) => countExceptions(ctx)),
  list: supportProcedure
    .input(exceptionFilter)
    .query(({ ctx, input }) => lastPageAtMost(input, (filter) => listExceptions(ctx, filter))),
  listAfter: supportProcedure.input(exceptionPart).query(({ ctx, input }) => listExceptionsAfter(ctx, input)),
})
