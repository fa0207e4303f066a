import { z } from 'zod'
import { lastPageAtMost } from '@/server/paging'
import { businessProcedure, router } from '@/server/trpc/init'
import { cancelTransaction } from './cancel-transaction'
import { transactionFilter, transactionRequest } from './contract'
import { getTimeline } from './get-timeline'
import { getTransaction } from './get-transaction'
import { listTransactions } from './list-transactions'
import { speedUpTransaction } from './speed-up-transaction'

const PAGE_SIZE = 20

export const transactionsRouter = router({
  list: businessProcedure('viewer')
    .input(transactionFilter)
    .query(({ ctx, input }) =>
      lastPageAtMost(input, async ({ page, ...filter }) => {
        const offset = (page - 1) * PAGE_SIZE
        const { items, pagination } = await listTransactions(ctx, { ...filter, limit: PAGE_SIZE, offset })
        return { items, total: pagination.total, page, pageSize: PAGE_SIZE }
      }),
    ),
  get: businessProcedure('viewer')
    .input(z.object({ transactionId: z.uuid() }))
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
