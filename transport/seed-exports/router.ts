import {
  confirmExportInput,
  exportOfBusiness,
  proposeExportInput,
  stopExportInput,
  stopExportOfBusinessInput,
  takeExportInput,
} from '@/schemas/seed-exports/contract'
import { confirmExport } from '@/server/seed-exports/confirm-export'
import { stopExport, stopExportOfBusiness } from '@/server/seed-exports/end-export'
import { getExport } from '@/server/seed-exports/get-export'
import { proposeExport } from '@/server/seed-exports/propose-export'
import { takeExport } from '@/server/seed-exports/take-export'
import { teamProcedure } from '@/server/trpc/business-procedures'
import { REQUIRES_FRESH_PROOF, router } from '@/server/trpc/init'
import { operatorProcedure, supportProcedure } from '@/server/trpc/platform-procedures'

export const seedExportsRouter = router({
  get: teamProcedure('owner').query(({ ctx }) => getExport({ ...ctx, ...ctx.tenant })),
  confirm: teamProcedure('owner')
    .meta(REQUIRES_FRESH_PROOF)
    .input(confirmExportInput)
    .mutation(({ ctx, input }) => confirmExport(ctx, input)),
  take: teamProcedure('owner')
    .meta(REQUIRES_FRESH_PROOF)
    .input(takeExportInput)
    .mutation(({ ctx, input }) => takeExport(ctx, input)),
  stop: teamProcedure('owner', { whileSuspended: 'stopping keeps the seed where it is' })
    .input(stopExportInput)
    .mutation(({ ctx, input }) => stopExport(ctx, input)),
  getOfBusiness: supportProcedure
    .input(exportOfBusiness)
    .query(({ ctx, input }) => getExport({ ...ctx, businessId: input.businessId })),
  propose: operatorProcedure
    .meta(REQUIRES_FRESH_PROOF)
    .input(proposeExportInput)
    .mutation(({ ctx, input }) => proposeExport(ctx, input)),
  stopOfBusiness: operatorProcedure
    .input(stopExportOfBusinessInput)
    .mutation(({ ctx, input }) => stopExportOfBusiness(ctx, input)),
})
