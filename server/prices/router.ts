import { operatorProcedure, router, supportProcedure } from '@/server/trpc/init'
import { setFixedPriceInput } from './contract'
import { listPriceSources } from './list-price-sources'
import { setFixedPrice } from './set-fixed-price'

export const pricesRouter = router({
  list: supportProcedure.query(({ ctx }) => listPriceSources(ctx)),
  setFixed: operatorProcedure.input(setFixedPriceInput).mutation(({ ctx, input }) => setFixedPrice(ctx, input)),
})
