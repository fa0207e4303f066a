import { lastPageAtMost, offsetOf, PAGE_SIZE } from '@/server/paging'
import { businessProcedure, router } from '@/server/trpc/init'
import { cancelTransaction } from './cancel-transaction'
import { transactionFilter, transactionRef, transactionRequest } from './contract'
import { getTimeline } from './get-timeline'
import { getTransaction } from './get-transaction'
import { listTransactions } from './list-transactions'
import { speedUpTransaction } from './speed-up-transaction'

export const transactionsRouter = router({
  list: businessProcedure('viewer')
    .input(transactionFilter)
    .query(({ ctx, input }) =>
      lastPageAtMost(input, async ({ page, ...filter }) => {
        const window = { limit: PAGE_SIZE, offset: offsetOf(page) }
        const { items, pagination, unreadable } = await listTransactions(ctx, { ...filter, ...window })
        return { items, total: pagination.total, page, pageSize: PAGE_SIZE, unreadable }
      }),
    ),
  get: businessProcedure('viewer')
    .input(transactionRef)
    .query(async ({ ctx, input }) => ({
      transaction: await getTransaction(ctx, input.transactionId),
      ...(await getTimeline(ctx, input.transactionId)),
    })),
  cancel: businessProcedure('developer')
    .input(transactionRequest)
    .mutation(({ ctx, input }) => cancelTransaction(ctx, input)),
  speedUp: businessProcedure('developer')
    .input(transactionRequest)
    .mutation(({ ctx, input }) => speedUpTransaction(ctx, input)),
})
