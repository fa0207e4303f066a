import { createPlanInput, updatePlanInput } from '@/schemas/plans/contract'
import { listOperatorPlans } from '@/server/plans/list-operator-plans'
import { listProducts } from '@/server/plans/list-products'
import { createPlanAsOperator, updatePlanAsOperator } from '@/server/plans/save-plan-as-operator'
import { router } from '@/server/trpc/init'
import { operatorProcedure, supportProcedure } from '@/server/trpc/platform-procedures'

export const plansRouter = router({
  list: supportProcedure.query(({ ctx }) => listOperatorPlans(ctx)),
  listProducts: supportProcedure.query(({ ctx }) => listProducts(ctx)),
  create: operatorProcedure.input(createPlanInput).mutation(({ ctx, input }) => createPlanAsOperator(ctx, input)),
  update: operatorProcedure.input(updatePlanInput).mutation(({ ctx, input }) => updatePlanAsOperator(ctx, input)),
})
