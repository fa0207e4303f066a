import { setBusinessStatus } from '@/server/suspension/set-business-status'
import { createOwnedBusiness } from '@/server/team/create-owned-business'
import { operatorProcedure, router, supportProcedure } from '@/server/trpc/init'
import { businessRef, createBusinessInput, setBusinessStatusInput } from './contract'
import { getBusiness } from './get-business'
import { listBusinesses } from './list-businesses'

export const businessesRouter = router({
  list: supportProcedure.query(({ ctx }) => listBusinesses(ctx)),
  get: supportProcedure.input(businessRef).query(({ ctx, input }) => getBusiness(ctx, input.businessId)),
  create: operatorProcedure.input(createBusinessInput).mutation(({ ctx, input }) => createOwnedBusiness(ctx, input)),
  setStatus: operatorProcedure
    .input(setBusinessStatusInput)
    .mutation(({ ctx, input }) => setBusinessStatus(ctx, input)),
})
