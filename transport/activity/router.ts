import { activityInput } from '@/schemas/activity/contract'
import { getMoney } from '@/server/activity/get-money'
import { getOperations } from '@/server/activity/get-operations'
import { getDeliveries, getRequests } from '@/server/activity/get-rates'
import { businessProcedure } from '@/server/trpc/business-procedures'
import { router } from '@/server/trpc/init'

export const activityRouter = router({
  getMoney: businessProcedure('viewer')
    .input(activityInput)
    .query(({ ctx, input }) => getMoney({ ...ctx, requestedNetwork: ctx.networkScope ?? null }, input)),
  getRequests: businessProcedure('viewer')
    .input(activityInput)
    .query(({ ctx, input }) => getRequests(ctx, input)),
  getOperations: businessProcedure('viewer')
    .input(activityInput)
    .query(({ ctx, input }) => getOperations(ctx, input)),
  getDeliveries: businessProcedure('viewer')
    .input(activityInput)
    .query(({ ctx, input }) => getDeliveries(ctx, input)),
})
