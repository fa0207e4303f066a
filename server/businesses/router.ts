import { setBusinessStatus } from '@/server/suspension/set-business-status'
import { operatorProcedure, router, supportProcedure } from '@/server/trpc/init'
import { businessRef, createBusinessInput, setBusinessStatusInput } from './contract'
import { createBusiness } from './create-business'
import { getBusiness } from './get-business'
import { listBusinesses } from './list-businesses'

export const businessesRouter = router({
  list: supportProcedure.query(({ ctx }) => listBusinesses(ctx)),
  get: supportProcedure.input(businessRef).query(({ ctx, input }) => getBusiness(ctx, input.businessId)),
  create: operatorProcedure.input(createBusinessInput).mutation(({ ctx, input }) => createBusiness(ctx, input)),
  setStatus: operatorProcedure
    .input(setBusinessStatusInput)
    .mutation(({ ctx, input }) => setBusinessStatus(ctx, input)),
})
