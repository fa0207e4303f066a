import { businessRef } from '@/schemas/businesses/contract'
import { chainRef } from '@/schemas/chains/contract'
import { setGasBudgetInput } from '@/schemas/sponsorship/contract'
import { listGasBudgetUse } from '@/server/sponsorship/list-gas-budget-use'
import { listGasBudgets } from '@/server/sponsorship/list-gas-budgets'
import { setGasBudgetAsOperator } from '@/server/sponsorship/set-gas-budget-as-operator'
import { businessProcedure } from '@/server/trpc/business-procedures'
import { REQUIRES_FRESH_PROOF, router } from '@/server/trpc/init'
import { operatorProcedure, supportProcedure } from '@/server/trpc/platform-procedures'

export const sponsorshipRouter = router({
  listBudgets: businessProcedure('viewer').query(({ ctx }) => listGasBudgets(ctx)),
  listBudgetsOfBusiness: supportProcedure
    .input(businessRef)
    .query(({ ctx, input }) => listGasBudgets({ ...ctx, businessId: input.businessId })),
  listBudgetUse: supportProcedure.input(chainRef).query(({ ctx, input }) => listGasBudgetUse(ctx, input)),
  setBudget: operatorProcedure
    .meta(REQUIRES_FRESH_PROOF)
    .input(setGasBudgetInput)
    .mutation(({ ctx, input }) => setGasBudgetAsOperator(ctx, input)),
})
