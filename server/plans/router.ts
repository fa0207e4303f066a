import { operatorProcedure, router, supportProcedure } from '@/server/trpc/init'
import { createPlanInput, updatePlanInput } from './contract'
import { listOperatorPlans } from './list-operator-plans'
import { listProducts } from './list-products'
import { createPlanByHand, updatePlanByHand } from './save-plan-by-hand'

export const plansRouter = router({
  list: supportProcedure.query(({ ctx }) => listOperatorPlans(ctx)),
  listProducts: supportProcedure.query(({ ctx }) => listProducts(ctx)),
  create: operatorProcedure.input(createPlanInput).mutation(({ ctx, input }) => createPlanByHand(ctx, input)),
  update: operatorProcedure.input(updatePlanInput).mutation(({ ctx, input }) => updatePlanByHand(ctx, input)),
})
