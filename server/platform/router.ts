import { chainRef } from '@/server/chains/contract'
import { operatorProcedure, preparedOperatorProcedure, router, supportProcedure } from '@/server/trpc/init'
import { gasSettings } from './contract'
import { enableDelegate, readDelegateSites } from './enable-delegate'
import { listTreasury } from './list-treasury'
import { saveGasSettings } from './save-gas-settings'

export const treasuryRouter = router({
  list: supportProcedure.query(({ ctx }) => listTreasury(ctx)),
  save: operatorProcedure.input(gasSettings).mutation(({ ctx, input }) => saveGasSettings(ctx, input)),
  enableDelegate: preparedOperatorProcedure(chainRef, readDelegateSites).mutation(({ ctx }) =>
    enableDelegate(ctx, ctx.prepared),
  ),
})
