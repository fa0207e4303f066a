import { lastPageAtMost, PAGE_SIZE } from '@/server/paging'
import {
  businessProcedure,
  operatorProcedure,
  preparedBusinessProcedure,
  preparedOperatorProcedure,
  router,
  supportProcedure,
} from '@/server/trpc/init'
import { paymentFilter, paymentRef, subscribeInput } from './contract'
import { documentRef } from './documents/contract'
import { getDocument } from './documents/get-document'
import { exceptionDecision } from './exceptions/contract'
import { decideException } from './exceptions/decide-exception'
import { getUnplaced } from './exceptions/get-unplaced'
import { listExceptions } from './exceptions/list-exceptions'
import { getPaymentDetail } from './get-payment-detail'
import { listPayments } from './list-payments'
import { operatorPaymentFilter } from './operator/contract'
import { getAnyPayment } from './operator/get-any-payment'
import { listAllPayments } from './operator/list-all-payments'
import { askComparison } from './providers/ask-comparison'
import { providerEventFilter, providerEventRef, setProviderActiveInput } from './providers/contract'
import { listProviderEvents } from './providers/list-provider-events'
import { listProviders } from './providers/list-providers'
import { listReconciliations } from './providers/list-reconciliations'
import { retryProviderEvent } from './providers/retry-provider-event'
import { setProviderActive } from './providers/set-provider-active'
import { quotePayment } from './quotes/get-quote'
import { listOffers } from './quotes/list-offers'
import { dropRefundInput, refundFilter, refundRef, requestRefundInput } from './refunds/contract'
import { approveRefund, dropRefund, retryRefund } from './refunds/decide-refund'
import { listRefunds } from './refunds/list-refunds'
import { requestRefund } from './refunds/request-refund'
import { addDepositTokenByHand, setDepositTokenActiveByHand } from './stablecoins/add-deposit-token-by-hand'
import {
  addDepositTokenInput,
  arrivalDecision,
  depositTokenRef,
  rescueInput,
  setDepositTokenActiveInput,
  setSweepLeastInput,
  strayFilter,
} from './stablecoins/contract'
import { decideArrival } from './stablecoins/decide-arrival'
import { findRescue } from './stablecoins/find-rescue'
import { listDepositTokens } from './stablecoins/list-deposit-tokens'
import { listStrays } from './stablecoins/list-strays'
import { readDepositToken } from './stablecoins/read-deposit-token'
import { rescueStray } from './stablecoins/rescue-stray'
import { setSweepLeast } from './stablecoins/set-sweep-least'
import { subscribeInPortal } from './subscribe-in-portal'

export const paymentsRouter = router({
  list: businessProcedure('viewer')
    .input(paymentFilter)
    .query(({ ctx, input }) =>
      lastPageAtMost(input, (filter) =>
        listPayments(ctx, { ...filter, pageSize: PAGE_SIZE, subscriptionId: undefined }),
      ),
    ),
  get: businessProcedure('viewer')
    .input(paymentRef)
    .query(({ ctx, input }) => getPaymentDetail(ctx, input.paymentId)),
  listOffers: businessProcedure('viewer').query(({ ctx }) => listOffers(ctx)),
  quote: businessProcedure('viewer')
    .input(subscribeInput)
    .query(({ ctx, input }) => quotePayment(ctx, input.wish)),
  subscribe: preparedBusinessProcedure('owner')
    .input(subscribeInput)
    .mutation(({ ctx, input }) => subscribeInPortal(ctx, input.wish)),
  getDocument: businessProcedure('viewer')
    .input(documentRef)
    .query(({ ctx, input }) => getDocument(ctx, input)),
  listProviders: supportProcedure.query(({ ctx }) => listProviders(ctx)),
  setProviderActive: operatorProcedure
    .input(setProviderActiveInput)
    .mutation(({ ctx, input }) => setProviderActive(ctx, input)),
  listProviderEvents: supportProcedure
    .input(providerEventFilter)
    .query(({ ctx, input }) => lastPageAtMost(input, (page) => listProviderEvents(ctx, page))),
  retryProviderEvent: operatorProcedure
    .input(providerEventRef)
    .mutation(({ ctx, input }) => retryProviderEvent(ctx, input)),
  listReconciliations: supportProcedure.query(({ ctx }) => listReconciliations(ctx)),
  listExceptions: supportProcedure.query(({ ctx }) => listExceptions(ctx)),
  getUnplaced: supportProcedure.query(({ ctx }) => getUnplaced(ctx)),
  askComparison: operatorProcedure.mutation(({ ctx }) => askComparison(ctx)),
  decideException: operatorProcedure.input(exceptionDecision).mutation(({ ctx, input }) => decideException(ctx, input)),
  listAll: supportProcedure
    .input(operatorPaymentFilter)
    .query(({ ctx, input }) => lastPageAtMost(input, (filter) => listAllPayments(ctx, filter))),
  getAny: supportProcedure.input(paymentRef).query(({ ctx, input }) => getAnyPayment(ctx, input)),
  listRefunds: supportProcedure
    .input(refundFilter)
    .query(({ ctx, input }) => lastPageAtMost(input, (filter) => listRefunds(ctx, filter))),
  requestRefund: operatorProcedure.input(requestRefundInput).mutation(({ ctx, input }) => requestRefund(ctx, input)),
  approveRefund: operatorProcedure.input(refundRef).mutation(({ ctx, input }) => approveRefund(ctx, input)),
  dropRefund: operatorProcedure.input(dropRefundInput).mutation(({ ctx, input }) => dropRefund(ctx, input)),
  retryRefund: operatorProcedure.input(refundRef).mutation(({ ctx, input }) => retryRefund(ctx, input)),
  listDepositTokens: supportProcedure.query(({ ctx }) => listDepositTokens(ctx)),
  readDepositToken: supportProcedure.input(depositTokenRef).query(({ ctx, input }) => readDepositToken(ctx, input)),
  addDepositToken: preparedOperatorProcedure(addDepositTokenInput, readDepositToken).mutation(({ ctx, input }) =>
    addDepositTokenByHand(ctx, { ...input, found: ctx.prepared }),
  ),
  setDepositTokenActive: operatorProcedure
    .input(setDepositTokenActiveInput)
    .mutation(({ ctx, input }) => setDepositTokenActiveByHand(ctx, input)),
  setSweepLeast: operatorProcedure.input(setSweepLeastInput).mutation(({ ctx, input }) => setSweepLeast(ctx, input)),
  listStrays: supportProcedure
    .input(strayFilter)
    .query(({ ctx, input }) => lastPageAtMost(input, (page) => listStrays(ctx, page))),
  rescueStray: preparedOperatorProcedure(rescueInput, findRescue).mutation(({ ctx, input }) =>
    rescueStray(ctx, { ...input, found: ctx.prepared }),
  ),
  decideArrival: operatorProcedure.input(arrivalDecision).mutation(({ ctx, input }) => decideArrival(ctx, input)),
})
