import { businessRef } from '@/server/businesses/contract'
import { chainRef } from '@/server/chains/contract'
import { businessProcedure, operatorProcedure, router, supportProcedure } from '@/server/trpc/init'
import { setGasBudgetInput } from './contract'
import { listGasBudgetUse } from './list-gas-budget-use'
import { listGasBudgets } from './list-gas-budgets'
import { setGasBudgetByHand } from './set-gas-budget-by-hand'

export const sponsorshipRouter = router({
  listBudgets: businessProcedure('viewer').query(({ ctx }) => listGasBudgets(ctx)),
  listBudgetsOfBusiness: supportProcedure
    .input(businessRef)
    .query(({ ctx, input }) => listGasBudgets({ ...ctx, businessId: input.businessId })),
  listBudgetUse: supportProcedure.input(chainRef).query(({ ctx, input }) => listGasBudgetUse(ctx, input)),
  setBudget: operatorProcedure.input(setGasBudgetInput).mutation(({ ctx, input }) => setGasBudgetByHand(ctx, input)),
})
