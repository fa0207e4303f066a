import { addChain, checkNewChain } from '@/server/platform/add-chain'
import { addToken, removeToken } from '@/server/platform/add-token'
import { listGasHoldings } from '@/server/platform/list-gas-holdings'
import { checkSettings, updateChain } from '@/server/platform/update-chain'
import {
  businessProcedure,
  operatorProcedure,
  preparedOperatorProcedure,
  router,
  supportProcedure,
} from '@/server/trpc/init'
import { addEndpoint, checkNewEndpoint } from './add-endpoint'
import { addEndpointInput, chainRef, endpointRef, setEndpointActiveInput, updateEndpointInput } from './contract'
import { getChain } from './get-chain'
import { listChainNotices } from './list-chain-notices'
import { listEndpoints } from './list-endpoints'
import { listOperatorChains } from './list-operator-chains'
import { askNewChain, probeChain } from './probe-chain'
import { readFacts } from './read-facts'
import { addChainInput, chainNode, updateChainInput } from './settings/contract'
import { probeEndpoint, testEndpoint } from './test-endpoint'
import { addTokenInput, chainTokenRef } from './tokens/contract'
import { readToken } from './tokens/read-token'
import { setEndpointActive, updateEndpoint } from './update-endpoint'

export const chainsRouter = router({
  list: supportProcedure.query(({ ctx }) => listOperatorChains(ctx)),
  listNotices: businessProcedure('viewer').query(({ ctx }) => listChainNotices(ctx)),
  listNoticesOfAll: supportProcedure.query(({ ctx }) => listChainNotices(ctx)),
  listGasHoldings: supportProcedure.query(({ ctx }) => listGasHoldings(ctx)),
  get: supportProcedure.input(chainRef).query(({ ctx, input }) => getChain(ctx, input)),
  readFacts: supportProcedure.input(chainRef).query(({ ctx, input }) => readFacts(ctx, input)),
  update: preparedOperatorProcedure(updateChainInput, checkSettings).mutation(({ ctx, input }) =>
    updateChain(ctx, input),
  ),
  probe: preparedOperatorProcedure(chainNode, askNewChain).mutation(({ ctx, input }) =>
    probeChain(ctx, { ...input, probed: ctx.prepared }),
  ),
  add: preparedOperatorProcedure(addChainInput, checkNewChain).mutation(({ ctx, input }) =>
    addChain(ctx, { ...input, probed: ctx.prepared }),
  ),
  readToken: supportProcedure.input(chainTokenRef).query(({ ctx, input }) => readToken(ctx, input)),
  addToken: preparedOperatorProcedure(addTokenInput, readToken).mutation(({ ctx, input }) =>
    addToken(ctx, { ...input, found: ctx.prepared }),
  ),
  removeToken: operatorProcedure.input(chainTokenRef).mutation(({ ctx, input }) => removeToken(ctx, input)),
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
