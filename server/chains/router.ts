import { listGasHoldings } from '@/server/platform/list-gas-holdings'
import {
  businessProcedure,
  operatorProcedure,
  preparedOperatorProcedure,
  router,
  supportProcedure,
} from '@/server/trpc/init'
import { addEndpoint, checkNewEndpoint } from './add-endpoint'
import { addEndpointInput, chainRef, endpointRef, setEndpointActiveInput, updateEndpointInput } from './contract'
import { listChainNotices } from './list-chain-notices'
import { listEndpoints } from './list-endpoints'
import { listOperatorChains } from './list-operator-chains'
import { probeEndpoint, testEndpoint } from './test-endpoint'
import { setEndpointActive, updateEndpoint } from './update-endpoint'

export const chainsRouter = router({
  list: supportProcedure.query(({ ctx }) => listOperatorChains(ctx)),
  listNotices: businessProcedure('viewer').query(({ ctx }) => listChainNotices(ctx)),
  listNoticesOfAll: supportProcedure.query(({ ctx }) => listChainNotices(ctx)),
  listGasHoldings: supportProcedure.query(({ ctx }) => listGasHoldings(ctx)),
  listEndpoints: supportProcedure.input(chainRef).query(({ ctx, input }) => listEndpoints(ctx, input)),
  addEndpoint: preparedOperatorProcedure(addEndpointInput, checkNewEndpoint).mutation(({ ctx, input }) =>
    addEndpoint(ctx, input),
  ),
  updateEndpoint: operatorProcedure.input(updateEndpointInput).mutation(({ ctx, input }) => updateEndpoint(ctx, input)),
  setEndpointActive: operatorProcedure
    .input(setEndpointActiveInput)
    .mutation(({ ctx, input }) => setEndpointActive(ctx, input)),
  testEndpoint: preparedOperatorProcedure(endpointRef, probeEndpoint).mutation(({ ctx, input }) =>
    testEndpoint(ctx, { ...input, tested: ctx.prepared }),
  ),
})
