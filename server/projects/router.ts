import { z } from 'zod'
import { workerCtx } from '@/server/ctx'
import { setProjectStatus } from '@/server/suspension/set-project-status'
import { lineOfText } from '@/server/text/contract'
import { businessProcedure, operatorProcedure, personProcedure, router } from '@/server/trpc/init'
import { addAllowlistEntryBody } from './contract'
import { createAllowlistEntry } from './create-allowlist-entry'
import { createProject } from './create-project'
import { deleteAllowlistEntry } from './delete-allowlist-entry'
import { getOverview } from './get-overview'
import { getProject } from './get-project'
import { listAllowlistEntries } from './list-allowlist-entries'
import { listOwnProjects } from './list-own-projects'
import { listProjects } from './list-projects'
import { rotateWebhookSecret } from './rotate-webhook-secret'
import { setTestnetsOnly } from './set-testnets-only'

const createProjectInput = z.object({ businessId: z.uuid(), name: lineOfText.min(2).max(80) })
const projectPlace = z.object({ businessId: z.uuid(), projectId: z.uuid() })
const setStatusInput = projectPlace.extend({ status: z.enum(['active', 'suspended']) })

export const projectsRouter = router({
  own: personProcedure.query(({ ctx }) => listOwnProjects(workerCtx(), ctx.person)),
  current: businessProcedure('viewer').query(async ({ ctx }) => ({ ...(await getProject(ctx)), role: ctx.role })),
  ofBusiness: businessProcedure('viewer').query(({ ctx }) => listProjects(ctx)),
  overview: businessProcedure('viewer').query(({ ctx }) => getOverview(ctx)),
  /** The allowlist and the address of whoever looks at it. */
  allowlist: businessProcedure('viewer').query(async ({ ctx }) => ({
    entries: await listAllowlistEntries(ctx),
    ownAddress: ctx.clientIp,
  })),
  addAllowlistEntry: businessProcedure('developer')
    .input(z.object(addAllowlistEntryBody.shape))
    .mutation(({ ctx, input: { ipAddress, label } }) => createAllowlistEntry(ctx, { ipAddress, label })),
  removeAllowlistEntry: businessProcedure('developer')
    .input(z.object({ entryId: z.uuid() }))
    .mutation(({ ctx, input }) => deleteAllowlistEntry(ctx, { id: input.entryId })),
  setTestnetsOnly: businessProcedure('owner')
    .input(z.object({ testnetsOnly: z.boolean() }))
    .mutation(({ ctx, input }) => setTestnetsOnly(ctx, input)),
  rotateWebhookSecret: businessProcedure('owner').mutation(({ ctx }) => rotateWebhookSecret(ctx)),
  create: operatorProcedure.input(createProjectInput).mutation(({ ctx, input }) => createProject(ctx, input)),
  setTestnetsOnlyOf: operatorProcedure
    .input(projectPlace.extend({ testnetsOnly: z.boolean() }))
    .mutation(({ ctx, input: { businessId, projectId, testnetsOnly } }) =>
      setTestnetsOnly({ ...ctx, businessId, projectId }, { testnetsOnly }),
    ),
  setStatus: operatorProcedure.input(setStatusInput).mutation(({ ctx, input }) => setProjectStatus(ctx, input)),
})
