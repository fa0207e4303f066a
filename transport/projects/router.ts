import { newId } from '@/db/new-id'
import {
  addAllowlistEntryInput,
  allowlistEntryRef,
  businessProjectRef,
  createProjectInput,
  renameProjectInput,
  setProjectStatusInput,
  testnetsOnlyInput,
} from '@/schemas/projects/contract'
import { workerCtx } from '@/server/ctx'
import { listMissingCapabilities } from '@/server/plans/list-missing-capabilities'
import { allowIpAddress } from '@/server/projects/allow-ip-address'
import { allowKeys } from '@/server/projects/allow-keys'
import { createOwnProject } from '@/server/projects/create-own-project'
import { createProject } from '@/server/projects/create-project'
import { getOverview } from '@/server/projects/get-overview'
import { getProject } from '@/server/projects/get-project'
import { listAllowedIpAddresses } from '@/server/projects/list-allowed-ip-addresses'
import { listOwnProjects } from '@/server/projects/list-own-projects'
import { listProjects } from '@/server/projects/list-projects'
import { newWebhookSecret } from '@/server/projects/new-webhook-secret'
import { removeAllowedIpAddress } from '@/server/projects/remove-allowed-ip-address'
import { renameProject } from '@/server/projects/rename-project'
import { rotateWebhookSecret } from '@/server/projects/rotate-webhook-secret'
import { setTestnetsOnly } from '@/server/projects/set-testnets-only'
import { setProjectStatus } from '@/server/suspension/set-project-status'
import { businessProcedure, preparedBusinessProcedure, preparedOwnerProcedure } from '@/server/trpc/business-procedures'
import { personProcedure, REQUIRES_FRESH_PROOF, router } from '@/server/trpc/init'
import { operatorProcedure, preparedOperatorProcedure } from '@/server/trpc/platform-procedures'

export const projectsRouter = router({
  listOwn: personProcedure.query(({ ctx }) => listOwnProjects(workerCtx(), ctx.person)),
  get: businessProcedure('viewer').query(async ({ ctx }) => ({
    ...(await getProject(ctx)),
    role: ctx.role,
    missing: await listMissingCapabilities(ctx),
    // The choices of forms are narrowed as lists are.
    networks: ctx.networkScope ?? null,
  })),
  list: businessProcedure('viewer').query(({ ctx }) => listProjects(ctx)),
  getOverview: businessProcedure('viewer').query(({ ctx }) => getOverview(ctx)),
  /** The allowlist and the viewer's address. */
  listAllowedIpAddresses: businessProcedure('viewer').query(async ({ ctx }) => ({
    ...(await listAllowedIpAddresses(ctx)),
    ownAddress: ctx.clientIp,
  })),
  allowIpAddress: businessProcedure('developer')
    .meta(REQUIRES_FRESH_PROOF)
    .input(addAllowlistEntryInput)
    .mutation(({ ctx, input: { ipAddress, label } }) => allowIpAddress(ctx, { ipAddress, label })),
  removeAllowedIpAddress: businessProcedure('developer')
    .meta(REQUIRES_FRESH_PROOF)
    .input(allowlistEntryRef)
    .mutation(({ ctx, input }) => removeAllowedIpAddress(ctx, { id: input.entryId })),
  setTestnetsOnly: businessProcedure('owner')
    .meta(REQUIRES_FRESH_PROOF)
    .input(testnetsOnlyInput)
    .mutation(({ ctx, input }) => setTestnetsOnly(ctx, input)),
  rotateWebhookSecret: preparedBusinessProcedure('owner')
    .meta(REQUIRES_FRESH_PROOF)
    .mutation(async ({ ctx }) => {
      const newSecret = await newWebhookSecret(ctx.tenant.projectId)
      return ctx.inTransaction((txCtx) => rotateWebhookSecret(txCtx, newSecret))
    }),
  create: preparedOperatorProcedure(createProjectInput, () => newWebhookSecret(newId())).mutation(({ ctx, input }) =>
    createProject(ctx, { ...input, newSecret: ctx.prepared }),
  ),
  createOwn: preparedOwnerProcedure.input(createProjectInput).mutation(async ({ ctx, input: { name } }) => {
    const newSecret = await newWebhookSecret(newId())
    return ctx.inTransaction((txCtx) => createOwnProject(txCtx, { name, newSecret }))
  }),
  rename: businessProcedure('owner')
    .input(renameProjectInput)
    .mutation(({ ctx, input: { name } }) => renameProject(ctx, { name })),
  setTestnetsOnlyOfProject: operatorProcedure
    .meta(REQUIRES_FRESH_PROOF)
    .input(businessProjectRef.extend(testnetsOnlyInput.shape))
    .mutation(({ ctx, input: { businessId, projectId, testnetsOnly } }) =>
      setTestnetsOnly({ ...ctx, businessId, projectId }, { testnetsOnly }),
    ),
  allowKeys: operatorProcedure
    .meta(REQUIRES_FRESH_PROOF)
    .input(businessProjectRef)
    .mutation(({ ctx, input }) => allowKeys({ ...ctx, ...input })),
  setStatus: operatorProcedure.input(setProjectStatusInput).mutation(({ ctx, input }) => setProjectStatus(ctx, input)),
})
