import { businessProcedure, operatorProcedure, router, supportProcedure } from '@/server/trpc/init'
import { createPlanInput, projectPlanRef, setProjectPlanInput, updatePlanInput } from './contract'
import { listOperatorPlans } from './list-operator-plans'
import { listProducts } from './list-products'
import { listProjectPlans, setProjectPlan } from './project-plans'
import { createPlan, updatePlan } from './save-plan'

export const plansRouter = router({
  list: supportProcedure.query(({ ctx }) => listOperatorPlans(ctx)),
  products: supportProcedure.query(({ ctx }) => listProducts(ctx)),
  create: operatorProcedure.input(createPlanInput).mutation(({ ctx, input }) => createPlan(ctx, input)),
  update: operatorProcedure.input(updatePlanInput).mutation(({ ctx, input }) => updatePlan(ctx, input)),
  ofProject: supportProcedure.input(projectPlanRef).query(({ ctx, input }) => listProjectPlans({ ...ctx, ...input })),
  own: businessProcedure('viewer').query(({ ctx }) => listProjectPlans(ctx)),
  setForProject: operatorProcedure.input(setProjectPlanInput).mutation(({ ctx, input }) => setProjectPlan(ctx, input)),
})
