import { setStatusPageInput } from '@/schemas/status/contract'
import { getStatusSetting, setStatusPagePublic } from '@/server/status/status-setting'
import { REQUIRES_FRESH_PROOF, router } from '@/server/trpc/init'
import { operatorProcedure, supportProcedure } from '@/server/trpc/platform-procedures'

export const statusRouter = router({
  getSetting: supportProcedure.query(({ ctx }) => getStatusSetting(ctx)),
  setPublic: operatorProcedure
    .meta(REQUIRES_FRESH_PROOF)
    .input(setStatusPageInput)
    .mutation(({ ctx, input }) => setStatusPagePublic(ctx, input)),
})
