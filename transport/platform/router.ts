import { chainRef } from '@/schemas/chains/contract'
import { gasSettings } from '@/schemas/platform/contract'
import { saveGasSettings } from '@/server/chains/save-gas-settings'
import { addAssetFactory, readFactorySites } from '@/server/platform/add-asset-factory'
import { enableDelegate, readDelegateSites } from '@/server/platform/enable-delegate'
import { listTreasury } from '@/server/platform/list-treasury'
import { router } from '@/server/trpc/init'
import { operatorProcedure, preparedOperatorProcedure, supportProcedure } from '@/server/trpc/platform-procedures'

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
