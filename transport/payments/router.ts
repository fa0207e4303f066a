import { paymentFilter, paymentPart, paymentRef, subscribeInput } from '@/schemas/payments/contract'
import { documentRef } from '@/schemas/payments/documents/contract'
import { exceptionDecision } from '@/schemas/payments/exceptions/contract'
import { operatorPaymentFilter } from '@/schemas/payments/operator/contract'
import {
  ignoreProviderEventInput,
  providerEventFilter,
  providerEventRef,
  setProviderActiveInput,
} from '@/schemas/payments/providers/contract'
import {
  closeRefundInput,
  dropRefundInput,
  refundFilter,
  refundRef,
  requestRefundInput,
} from '@/schemas/payments/refunds/contract'
import {
  addDepositTokenInput,
  arrivalDecision,
  depositTokenRef,
  dropRecoveryInput,
  recoverDepositInput,
  setDepositTokenActiveInput,
  setSweepLeastInput,
} from '@/schemas/payments/stablecoins/contract'
import { lastPageAtMost, PAGE_SIZE } from '@/server/paging'
import { getDocument } from '@/server/payments/documents/get-document'
import { decideException } from '@/server/payments/exceptions/decide-exception'
import { getUnmatchedMoney } from '@/server/payments/exceptions/get-unmatched-money'
import { getPaymentDetail } from '@/server/payments/get-payment-detail'
import { listPayments, listPaymentsAfter } from '@/server/payments/list-payments'
import { getAnyPayment } from '@/server/payments/operator/get-any-payment'
import { listAllPayments } from '@/server/payments/operator/list-all-payments'
import { ignoreProviderEvent } from '@/server/payments/providers/ignore-provider-event'
import { listProviderEvents } from '@/server/payments/providers/list-provider-events'
import { listProviders } from '@/server/payments/providers/list-providers'
import { listReconciliations } from '@/server/payments/providers/list-reconciliations'
import { requestReconciliation } from '@/server/payments/providers/request-reconciliation'
import { retryProviderEvent } from '@/server/payments/providers/retry-provider-event'
import { setProviderActive } from '@/server/payments/providers/set-provider-active'
import { quotePayment } from '@/server/payments/quotes/get-quote'
import { listOffers } from '@/server/payments/quotes/list-offers'
import { approveRefund, closeRefund, dropRefund, retryRefund } from '@/server/payments/refunds/decide-refund'
import { listRefunds } from '@/server/payments/refunds/list-refunds'
import { requestRefund } from '@/server/payments/refunds/request-refund'
import {
  addDepositTokenAsOperator,
  setDepositTokenActiveAsOperator,
} from '@/server/payments/stablecoins/add-deposit-token-as-operator'
import { decideArrival } from '@/server/payments/stablecoins/decide-arrival'
import { dropRecovery } from '@/server/payments/stablecoins/drop-recovery'
import { findRecovery } from '@/server/payments/stablecoins/find-recovery'
import { listDepositTokens } from '@/server/payments/stablecoins/list-deposit-tokens'
import { readDepositToken } from '@/server/payments/stablecoins/read-deposit-token'
import { recoverDeposit } from '@/server/payments/stablecoins/recover-deposit'
import { setSweepLeast } from '@/server/payments/stablecoins/set-sweep-least'
import { subscribeInPortal } from '@/server/payments/subscribe-in-portal'
import { withPlanNames } from '@/server/payments/with-plan-names'
import { businessProcedure, preparedBusinessProcedure } from '@/server/trpc/business-procedures'
import { REQUIRES_FRESH_PROOF, router } from '@/server/trpc/init'
import { operatorProcedure, preparedOperatorProcedure, supportProcedure } from '@/server/trpc/platform-procedures'

export const paymentsRouter = router({
  list: businessProcedure('viewer')
    .input(paymentFilter)
    .query(({ ctx, input }) =>
      lastPageAtMost(input, async (filter) => {
        const found = await listPayments(ctx, { ...filter, pageSize: PAGE_SIZE, subscriptionId: undefined })
        return { ...found, items: await withPlanNames(ctx, found.items) }
      }),
    ),
  listAfter: businessProcedure('viewer')
    .input(paymentPart)
    .query(({ ctx, input }) => listPaymentsAfter(ctx, input)),
  get: businessProcedure('viewer')
    .input(paymentRef)
    .query(({ ctx, input }) => getPaymentDetail(ctx, input.paymentId)),
  listOffers: businessProcedure('viewer').query(({ ctx }) => listOffers(ctx)),
  quote: businessProcedure('viewer')
    .input(subscribeInput)
    .query(({ ctx, input }) => quotePayment(ctx, input.request)),
  subscribe: preparedBusinessProcedure('owner')
    .input(subscribeInput)
    .mutation(({ ctx, input }) => subscribeInPortal(ctx, input.request)),
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
  ignoreProviderEvent: operatorProcedure
    .input(ignoreProviderEventInput)
    .mutation(({ ctx, input }) => ignoreProviderEvent(ctx, input)),
  listReconciliations: supportProcedure.query(({ ctx }) => listReconciliations(ctx)),
  getUnmatchedMoney: supportProcedure.query(({ ctx }) => getUnmatchedMoney(ctx)),
  requestReconciliation: operatorProcedure.mutation(({ ctx }) => requestReconciliation(ctx)),
  decideException: operatorProcedure
    .meta(REQUIRES_FRESH_PROOF)
    .input(exceptionDecision)
    .mutation(({ ctx, input }) => decideException(ctx, input)),
  listAll: supportProcedure
    .input(operatorPaymentFilter)
    .query(({ ctx, input }) => lastPageAtMost(input, (filter) => listAllPayments(ctx, filter))),
  getAny: supportProcedure.input(paymentRef).query(({ ctx, input }) => getAnyPayment(ctx, input)),
  listRefunds: supportProcedure
    .input(refundFilter)
    .query(({ ctx, input }) => lastPageAtMost(input, (filter) => listRefunds(ctx, filter))),
  requestRefund: operatorProcedure
    .meta(REQUIRES_FRESH_PROOF)
    .input(requestRefundInput)
    .mutation(({ ctx, input }) => requestRefund(ctx, input)),
  approveRefund: operatorProcedure
    .meta(REQUIRES_FRESH_PROOF)
    .input(refundRef)
    .mutation(({ ctx, input }) => approveRefund(ctx, input)),
  dropRefund: operatorProcedure.input(dropRefundInput).mutation(({ ctx, input }) => dropRefund(ctx, input)),
  closeRefund: operatorProcedure.input(closeRefundInput).mutation(({ ctx, input }) => closeRefund(ctx, input)),
  retryRefund: operatorProcedure
    .meta(REQUIRES_FRESH_PROOF)
    .input(refundRef)
    .mutation(({ ctx, input }) => retryRefund(ctx, input)),
  listDepositTokens: supportProcedure.query(({ ctx }) => listDepositTokens(ctx)),
  readDepositToken: supportProcedure.input(depositTokenRef).query(({ ctx, input }) => readDepositToken(ctx, input)),
  addDepositToken: preparedOperatorProcedure(addDepositTokenInput, readDepositToken).mutation(({ ctx, input }) =>
    addDepositTokenAsOperator(ctx, { ...input, found: ctx.prepared }),
  ),
  setDepositTokenActive: operatorProcedure
    .input(setDepositTokenActiveInput)
    .mutation(({ ctx, input }) => setDepositTokenActiveAsOperator(ctx, input)),
  setSweepLeast: operatorProcedure.input(setSweepLeastInput).mutation(({ ctx, input }) => setSweepLeast(ctx, input)),
  recoverDeposit: preparedOperatorProcedure(recoverDepositInput, findRecovery)
    .meta(REQUIRES_FRESH_PROOF)
    .mutation(({ ctx, input }) => recoverDeposit(ctx, { ...input, found: ctx.prepared })),
  dropRecovery: operatorProcedure.input(dropRecoveryInput).mutation(({ ctx, input }) => dropRecovery(ctx, input)),
  decideArrival: operatorProcedure
    .meta(REQUIRES_FRESH_PROOF)
    .input(arrivalDecision)
    .mutation(({ ctx, input }) => decideArrival(ctx, input)),
})
