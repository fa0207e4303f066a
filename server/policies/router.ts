import { businessProcedure, router } from '@/server/trpc/init'
import { policyInput } from './contract'
import { getPolicy } from './get-policy'
import { savePolicy } from './save-policy'

export const policiesRouter = router({
  get: businessProcedure('viewer').query(({ ctx }) => getPolicy(ctx)),
  save: businessProcedure('owner')
    .input(policyInput)
    .mutation(({ ctx, input }) => savePolicy(ctx, input)),
})
