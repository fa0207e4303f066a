import { z } from 'zod'
import { businessProcedure, router } from '@/server/trpc/init'
import { CHAIN_TYPES, TRANSACTION_STATUSES } from './contract'
import { getTimeline } from './get-timeline'
import { getTransaction } from './get-transaction'
import { listTransactions } from './list-transactions'

const PAGE_SIZE = 20

const transactionFilter = z.object({
  chainType: z.enum(CHAIN_TYPES).optional(),
  status: z.enum(TRANSACTION_STATUSES).optional(),
  search: z.string().trim().max(120).optional(),
  walletId: z.uuid().optional(),
  page: z.int().min(1).max(50_000).default(1),
})

export const transactionsRouter = router({
  list: businessProcedure('viewer')
    .input(transactionFilter)
    .query(({ ctx, input: { page, ...filter } }) =>
      listTransactions(ctx, { ...filter, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
    ),
  get: businessProcedure('viewer')
    .input(z.object({ transactionId: z.uuid() }))
    .query(async ({ ctx, input }) => ({
      transaction: await getTransaction(ctx, input.transactionId),
      ...(await getTimeline(ctx, input.transactionId)),
    })),
})
