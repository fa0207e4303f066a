import { z } from 'zod'
import { businessProcedure, router } from '@/server/trpc/init'
import { cancelTransaction } from './cancel-transaction'
import { CHAIN_TYPES, TRANSACTION_STATUSES, transactionRequest } from './contract'
import { getTimeline } from './get-timeline'
import { getTransaction } from './get-transaction'
import { listTransactions } from './list-transactions'
import { speedUpTransaction } from './speed-up-transaction'

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
  cancel: businessProcedure('developer')
    .input(transactionRequest)
    .mutation(({ ctx, input }) => cancelTransaction(ctx, input)),
  speedUp: businessProcedure('developer')
    .input(transactionRequest)
    .mutation(({ ctx, input }) => speedUpTransaction(ctx, input)),
})
