import { z } from 'zod'
import { workerCtx } from '@/server/ctx'
import { businessProcedure, operatorProcedure, personProcedure, router } from '@/server/trpc/init'
import { createProject } from './create-project'
import { getOverview } from './get-overview'
import { getProject } from './get-project'
import { listOwnProjects } from './list-own-projects'
import { setProjectStatus } from './set-project-status'

const createProjectInput = z.object({ businessId: z.uuid(), name: z.string().trim().min(2).max(80) })
const setStatusInput = z.object({
  businessId: z.uuid(),
  projectId: z.uuid(),
  status: z.enum(['active', 'suspended']),
})

export const projectsRouter = router({
  own: personProcedure.query(({ ctx }) => listOwnProjects(workerCtx(), ctx.person)),
  current: businessProcedure('viewer').query(async ({ ctx }) => ({ ...(await getProject(ctx)), role: ctx.role })),
  overview: businessProcedure('viewer').query(({ ctx }) => getOverview(ctx)),
  create: operatorProcedure.input(createProjectInput).mutation(({ ctx, input }) => createProject(ctx, input)),
  setStatus: operatorProcedure.input(setStatusInput).mutation(({ ctx, input }) => setProjectStatus(ctx, input)),
})
