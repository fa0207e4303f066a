import { newId } from '@/db/new-id'
import { businessRef, createBusinessInput, setBusinessStatusInput } from '@/schemas/businesses/contract'
import { getBusiness } from '@/server/businesses/get-business'
import { listBusinesses } from '@/server/businesses/list-businesses'
import { newWebhookSecret } from '@/server/projects/new-webhook-secret'
import { setBusinessStatus } from '@/server/suspension/set-business-status'
import { createOwnedBusiness } from '@/server/team/create-owned-business'
import { REQUIRES_FRESH_PROOF, router } from '@/server/trpc/init'
import { operatorProcedure, preparedOperatorProcedure, supportProcedure } from '@/server/trpc/platform-procedures'

export const businessesRouter = router({
  list: supportProcedure.query(({ ctx }) => listBusinesses(ctx)),
  get: supportProcedure.input(businessRef).query(({ ctx, input }) => getBusiness(ctx, input.businessId)),
  create: preparedOperatorProcedure(createBusinessInput, () => newWebhookSecret(newId()))
    // Its owner may create API keys.
    .meta(REQUIRES_FRESH_PROOF)
    .mutation(({ ctx, input }) => createOwnedBusiness(ctx, { ...input, newSecret: ctx.prepared })),
  setStatus: operatorProcedure
    .input(setBusinessStatusInput)
    .mutation(({ ctx, input }) => setBusinessStatus(ctx, input)),
})
