import {
  addEndpointInput,
  chainRef,
  endpointRef,
  setEndpointActiveInput,
  updateEndpointInput,
} from '@/schemas/chains/contract'
import { addChainInput, chainEndpointInput, updateChainInput } from '@/schemas/chains/settings/contract'
import { addTokenInput, chainTokenRef } from '@/schemas/chains/tokens/contract'
import { checkNewEndpoint } from '@/server/chains/add-endpoint'
import { getChain } from '@/server/chains/get-chain'
import { listChainNotices } from '@/server/chains/list-chain-notices'
import { listEndpoints } from '@/server/chains/list-endpoints'
import { listOperatorChains } from '@/server/chains/list-operator-chains'
import { probeChain, probeNewChain } from '@/server/chains/probe-chain'
import { readFacts } from '@/server/chains/read-facts'
import { probeEndpoint, testEndpoint } from '@/server/chains/test-endpoint'
import { readToken } from '@/server/chains/tokens/read-token'
import { addChain, checkNewChain } from '@/server/platform/add-chain'
import { addToken, removeToken } from '@/server/platform/add-token'
import {
  addEndpointAsOperator,
  setEndpointActiveAsOperator,
  updateEndpointAsOperator,
} from '@/server/platform/change-endpoint'
import { listGasHoldings } from '@/server/platform/list-gas-holdings'
import { checkSettings, updateChain } from '@/server/platform/update-chain'
import { businessProcedure } from '@/server/trpc/business-procedures'
import { router } from '@/server/trpc/init'
import { operatorProcedure, preparedOperatorProcedure, supportProcedure } from '@/server/trpc/platform-procedures'

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
  probe: preparedOperatorProcedure(chainEndpointInput, probeNewChain).mutation(({ ctx, input }) =>
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
    addEndpointAsOperator(ctx, input),
  ),
  updateEndpoint: operatorProcedure
    .input(updateEndpointInput)
    .mutation(({ ctx, input }) => updateEndpointAsOperator(ctx, input)),
  setEndpointActive: operatorProcedure
    .input(setEndpointActiveInput)
    .mutation(({ ctx, input }) => setEndpointActiveAsOperator(ctx, input)),
  testEndpoint: preparedOperatorProcedure(endpointRef, probeEndpoint).mutation(({ ctx, input }) =>
    testEndpoint(ctx, { ...input, tested: ctx.prepared }),
  ),
})
