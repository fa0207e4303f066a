import { businessProcedure, operatorProcedure, router, supportProcedure } from '@/server/trpc/init'
import { projectPlanRef, setProjectPlanInput } from './contract'
import { listProjectPlans } from './list-project-plans'
import { setProjectPlan } from './set-project-plan'

export const subscriptionsRouter = router({
  list: businessProcedure('viewer').query(({ ctx }) => listProjectPlans(ctx)),
  listOfProject: supportProcedure
    .input(projectPlanRef)
    .query(({ ctx, input }) => listProjectPlans({ ...ctx, ...input })),
  setPlan: operatorProcedure.input(setProjectPlanInput).mutation(({ ctx, input }) => setProjectPlan(ctx, input)),
})
