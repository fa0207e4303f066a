import { operatorProcedure, router, supportProcedure } from '@/server/trpc/init'
import { gasSettings } from './contract'
import { listTreasury } from './list-treasury'
import { saveGasSettings } from './save-gas-settings'

export const treasuryRouter = router({
  list: supportProcedure.query(({ ctx }) => listTreasury(ctx)),
  save: operatorProcedure.input(gasSettings).mutation(({ ctx, input }) => saveGasSettings(ctx, input)),
})
