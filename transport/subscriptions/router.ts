import {
  projectHistoryQuery,
  projectPlanRef,
  setAutoRenewInput,
  setProjectPlanInput,
  subscriptionHistoryQuery,
  subscriptionRef,
} from '@/schemas/subscriptions/contract'
import { lastPageAtMost } from '@/server/paging'
import { cancelSubscription } from '@/server/subscriptions/cancel-subscription'
import { listHistory } from '@/server/subscriptions/list-history'
import { listProjectPlans } from '@/server/subscriptions/list-project-plans'
import { setAutoRenew } from '@/server/subscriptions/set-auto-renew'
import { setProjectPlanAsOperator } from '@/server/subscriptions/set-project-plan-as-operator'
import { businessProcedure } from '@/server/trpc/business-procedures'
import { router } from '@/server/trpc/init'
import { operatorProcedure, supportProcedure } from '@/server/trpc/platform-procedures'

export const subscriptionsRouter = router({
  list: businessProcedure('viewer').query(({ ctx }) => listProjectPlans(ctx)),
  listOfProject: supportProcedure
    .input(projectPlanRef)
    .query(({ ctx, input }) => listProjectPlans({ ...ctx, ...input })),
  listHistory: businessProcedure('viewer')
    .input(subscriptionHistoryQuery)
    .query(({ ctx, input }) => lastPageAtMost(input, (request) => listHistory(ctx, request))),
  listHistoryOfProject: supportProcedure
    .input(projectHistoryQuery)
    .query(({ ctx, input }) => lastPageAtMost(input, (request) => listHistory({ ...ctx, ...request }, request))),
  cancel: businessProcedure('owner')
    .input(subscriptionRef)
    .mutation(({ ctx, input }) => cancelSubscription(ctx, input.subscriptionId)),
  setAutoRenew: businessProcedure('owner')
    .input(setAutoRenewInput)
    .mutation(({ ctx, input }) => setAutoRenew(ctx, { id: input.subscriptionId, autoRenew: input.autoRenew })),
  setPlan: operatorProcedure
    .input(setProjectPlanInput)
    .mutation(({ ctx, input }) => setProjectPlanAsOperator(ctx, input)),
})
