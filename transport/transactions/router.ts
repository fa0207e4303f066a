import { type TransactionView, transactionRef, transactionRequest } from '@/schemas/transactions/contract'
import { usualTimeInput } from '@/schemas/transactions/estimate/contract'
import { transactionFilter, transactionPart } from '@/schemas/transactions/history/contract'
import { readSharedInput, shareInput, shareRef } from '@/schemas/transactions/life/contract'
import { lastPageAtMost, offsetOf, PAGE_SIZE } from '@/server/paging'
import { findTokenOperations } from '@/server/tokens/operations/find-token-operations'
import { cancelTransaction } from '@/server/transactions/cancel-transaction'
import { getTimeline } from '@/server/transactions/get-timeline'
import { getTransaction } from '@/server/transactions/get-transaction'
import { getUsualTime } from '@/server/transactions/get-usual-time'
import { getLifecycle } from '@/server/transactions/life/get-lifecycle'
import { readShared } from '@/server/transactions/life/read-shared'
import { listShares, revokeShare, shareTransaction } from '@/server/transactions/life/share-transaction'
import { listTransactions, listTransactionsAfter } from '@/server/transactions/list-transactions'
import { estimateSendInput, sendInput } from '@/server/transactions/portal/send-contract'
import { estimateSend, sendTransfer } from '@/server/transactions/portal/send-transfer'
import { speedUpTransaction } from '@/server/transactions/speed-up-transaction'
import { businessProcedure, preparedBusinessProcedure } from '@/server/trpc/business-procedures'
import { publicProcedure, REQUIRES_FRESH_PROOF, router } from '@/server/trpc/init'
import { meteredAs } from '@/server/trpc/metered-as'
import { findKnownAddresses } from '@/server/wallets/find-known-addresses'
import { createTransferEndpoint, estimateTransferEndpoint } from './endpoints'

export const transactionsRouter = router({
  list: businessProcedure('viewer')
    .input(transactionFilter)
    .query(({ ctx, input }) =>
      lastPageAtMost(input, async ({ page, ...filter }) => {
        const window = { limit: PAGE_SIZE, offset: offsetOf(page) }
        const { items, pagination } = await listTransactions(ctx, { ...filter, ...window })
        const operations = await findTokenOperations(ctx, actingIn(items))
        const withOperations = items.map((item) => ({ ...item, tokenOperation: operations.get(item.id) ?? null }))
        return { items: withOperations, total: pagination.total, page, pageSize: PAGE_SIZE }
      }),
    ),
  listAfter: businessProcedure('viewer')
    .input(transactionPart)
    .query(({ ctx, input }) => listTransactionsAfter(ctx, input)),
  get: businessProcedure('viewer')
    .input(transactionRef)
    .query(async ({ ctx, input }) => {
      const transaction = await getTransaction(ctx, input.transactionId)
      const operations = await findTokenOperations(ctx, actingIn([transaction]))
      return {
        transaction,
        ...(await getTimeline(ctx, input.transactionId)),
        tokenOperation: operations.get(transaction.id) ?? null,
        known: await findKnownAddresses(ctx, [transaction.fromAddress, transaction.toAddress]),
      }
    }),
  getLifecycle: businessProcedure('viewer')
    .input(transactionRef)
    .query(({ ctx, input }) => getLifecycle(ctx, input.transactionId)),
  listShares: businessProcedure('viewer')
    .input(transactionRef)
    .query(({ ctx, input }) => listShares(ctx, input.transactionId)),
  share: businessProcedure('developer')
    .input(shareInput)
    .mutation(({ ctx, input }) => shareTransaction(ctx, input)),
  revokeShare: businessProcedure('developer')
    .input(shareRef)
    .mutation(({ ctx, input }) => revokeShare(ctx, input)),
  /** A mutation, so that no address contains the token: addresses are logged. */
  readShared: publicProcedure
    .input(readSharedInput)
    .mutation(({ ctx, input }) => readShared({ ...input, requestId: ctx.requestId })),
  estimate: preparedBusinessProcedure('developer')
    .input(estimateSendInput)
    .use(meteredAs(estimateTransferEndpoint))
    .query(({ ctx, input }) => estimateSend(ctx, input)),
  getUsualTime: businessProcedure('viewer')
    .input(usualTimeInput)
    .query(({ ctx, input }) => getUsualTime(ctx, input.chainId)),
  send: preparedBusinessProcedure('developer')
    .meta(REQUIRES_FRESH_PROOF)
    .input(sendInput)
    .use(meteredAs(createTransferEndpoint))
    .mutation(({ ctx, input }) => sendTransfer(ctx, input)),
  cancel: businessProcedure('developer')
    .input(transactionRequest)
    .mutation(({ ctx, input }) => cancelTransaction(ctx, input)),
  speedUp: businessProcedure('developer')
    .input(transactionRequest)
    .mutation(({ ctx, input }) => speedUpTransaction(ctx, input)),
})

/** The types that can belong to a token. */
function actingIn(items: readonly TransactionView[]): string[] {
  return items.filter(({ type }) => type === 'TOKEN_OPERATION' || type === 'DEPLOY').map(({ id }) => id)
}
