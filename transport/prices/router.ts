import { feedRef, setFeedInput, setFixedPriceInput } from '@/schemas/prices/contract'
import { listAssetPrices } from '@/server/prices/list-asset-prices'
import { listPriceSources } from '@/server/prices/list-price-sources'
import { findFeed, prepareFeed, readCurrentPrice, setFeed, setFixedPrice } from '@/server/prices/propose-source'
import { businessProcedure } from '@/server/trpc/business-procedures'
import { router } from '@/server/trpc/init'
import { preparedOperatorProcedure, supportProcedure } from '@/server/trpc/platform-procedures'

export const pricesRouter = router({
  list: supportProcedure.query(({ ctx }) => listPriceSources(ctx)),
  listAssetPrices: businessProcedure('viewer').query(() => listAssetPrices()),
  findFeed: supportProcedure.input(feedRef).query(({ ctx, input }) => findFeed(ctx, input)),
  setFeed: preparedOperatorProcedure(setFeedInput, prepareFeed).mutation(({ ctx, input }) =>
    setFeed(ctx, { ...input, prepared: ctx.prepared }),
  ),
  setFixed: preparedOperatorProcedure(setFixedPriceInput, readCurrentPrice).mutation(({ ctx, input }) =>
    setFixedPrice(ctx, { ...input, formerUsd: ctx.prepared }),
  ),
})
