import { rateFilter, setManualRateInput, updateFxSourceInput } from '@/schemas/fx/contract'
import { listFxSources } from '@/server/fx/list-fx-sources'
import { listRates } from '@/server/fx/list-rates'
import { proposeManualRate } from '@/server/fx/propose-manual-rate'
import { updateFxSourceAsOperator } from '@/server/fx/update-fx-source'
import { lastPageAtMost } from '@/server/paging'
import { router } from '@/server/trpc/init'
import { operatorProcedure, supportProcedure } from '@/server/trpc/platform-procedures'

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
    .mutation(({ ctx, input }) => updateFxSourceAsOperator(ctx, input)),
})
