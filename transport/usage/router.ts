import { businessProcedure } from '@/server/trpc/business-procedures'
import { router } from '@/server/trpc/init'
import { getUsage } from '@/server/usage/get-usage'

export const usageRouter = router({
  get: businessProcedure('viewer').query(({ ctx }) => getUsage(ctx)),
})
