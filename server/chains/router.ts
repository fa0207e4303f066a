import { router, supportProcedure } from '@/server/trpc/init'
import { listGasHoldings } from './list-gas-holdings'
import { listOperatorChains } from './list-operator-chains'

export const chainsRouter = router({
  list: supportProcedure.query(({ ctx }) => listOperatorChains(ctx)),
  gas: supportProcedure.query(({ ctx }) => listGasHoldings(ctx)),
})
