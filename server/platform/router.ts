import { chainRef } from '@/server/chains/contract'
import { saveGasSettings } from '@/server/chains/save-gas-settings'
import { operatorProcedure, preparedOperatorProcedure, router, supportProcedure } from '@/server/trpc/init'
import { addAssetFactory, readFactorySites } from './add-asset-factory'
import { gasSettings } from './contract'
import { enableDelegate, readDelegateSites } from './enable-delegate'
import { listTreasury } from './list-treasury'

export const platformRouter = router({
  listTreasury: supportProcedure.query(({ ctx }) => listTreasury(ctx)),
  saveGasSettings: operatorProcedure.input(gasSettings).mutation(({ ctx, input }) => saveGasSettings(ctx, input)),
  addAssetFactory: preparedOperatorProcedure(chainRef, readFactorySites).mutation(({ ctx }) =>
    addAssetFactory(ctx, ctx.prepared),
  ),
  enableDelegate: preparedOperatorProcedure(chainRef, readDelegateSites).mutation(({ ctx }) =>
    enableDelegate(ctx, ctx.prepared),
  ),
})
