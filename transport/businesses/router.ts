import { businessRef, createBusinessInput, setBusinessStatusInput } from '@/schemas/businesses/contract'
import { getBusiness } from '@/server/businesses/get-business'
import { listBusinesses } from '@/server/businesses/list-businesses'
import { setBusinessStatus } from '@/server/suspension/set-business-status'
import { createOwnedBusiness } from '@/server/team/create-owned-business'
import { router } from '@/server/trpc/init'
import { operatorProcedure, supportProcedure } from '@/server/trpc/platform-procedures'

export const businessesRouter = router({
  list: supportProcedure.query(({ ctx }) => listBusinesses(ctx)),
  get: supportProcedure.input(businessRef).query(({ ctx, input }) => getBusiness(ctx, input.businessId)),
  create: operatorProcedure.input(createBusinessInput).mutation(({ ctx, input }) => createOwnedBusiness(ctx, input)),
  setStatus: operatorProcedure
    .input(setBusinessStatusInput)
    .mutation(({ ctx, input }) => setBusinessStatus(ctx, input)),
})
