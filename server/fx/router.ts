import { lastPageAtMost } from '@/server/paging'
import { operatorProcedure, router, supportProcedure } from '@/server/trpc/init'
import { rateFilter, setManualRateInput, updateFxSourceInput } from './contract'
import { listFxSources } from './list-fx-sources'
import { listRates } from './list-rates'
import { proposeManualRate } from './propose-manual-rate'
import { updateFxSourceByHand } from './update-fx-source'

export const fxRouter = router({
  list: supportProcedure
    .input(rateFilter)
    .query(({ ctx, input }) => lastPageAtMost(input, (page) => listRates(ctx, page))),
  listSources: supportProcedure.query(({ ctx }) => listFxSources(ctx)),
  proposeManual: operatorProcedure
    .input(setManualRateInput)
    .mutation(({ ctx, input }) => proposeManualRate(ctx, input)),
  updateSource: operatorProcedure
    .input(updateFxSourceInput)
    .mutation(({ ctx, input }) => updateFxSourceByHand(ctx, input)),
})
