import { setStatusPageInput } from '@/schemas/status/contract'
import { getStatusSetting, setStatusPagePublic } from '@/server/status/status-setting'
import { FRESH, router } from '@/server/trpc/init'
import { operatorProcedure, supportProcedure } from '@/server/trpc/platform-procedures'

export const statusRouter = router({
  getSetting: supportProcedure.query(({ ctx }) => getStatusSetting(ctx)),
  setPublic: operatorProcedure
    .meta(FRESH)
    .input(setStatusPageInput)
    .mutation(({ ctx, input }) => setStatusPagePublic(ctx, input)),
})
