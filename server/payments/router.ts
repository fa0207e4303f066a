import { lastPageAtMost } from '@/server/paging'
import { operatorProcedure, router, supportProcedure } from '@/server/trpc/init'
import { exceptionDecision } from './exceptions/contract'
import { decideException } from './exceptions/decide-exception'
import { listExceptions } from './exceptions/list-exceptions'
import { providerEventFilter, providerEventRef, setProviderActiveInput } from './providers/contract'
import { listProviderEvents } from './providers/list-provider-events'
import { listProviders } from './providers/list-providers'
import { listReconciliations } from './providers/list-reconciliations'
import { retryProviderEvent } from './providers/retry-provider-event'
import { setProviderActive } from './providers/set-provider-active'

export const paymentsRouter = router({
  listProviders: supportProcedure.query(({ ctx }) => listProviders(ctx)),
  setProviderActive: operatorProcedure
    .input(setProviderActiveInput)
    .mutation(({ ctx, input }) => setProviderActive(ctx, input)),
  listProviderEvents: supportProcedure
    .input(providerEventFilter)
    .query(({ ctx, input }) => lastPageAtMost(input, (page) => listProviderEvents(ctx, page))),
  retryProviderEvent: operatorProcedure
    .input(providerEventRef)
    .mutation(({ ctx, input }) => retryProviderEvent(ctx, input)),
  listReconciliations: supportProcedure.query(({ ctx }) => listReconciliations(ctx)),
  listExceptions: supportProcedure.query(({ ctx }) => listExceptions(ctx)),
  decideException: operatorProcedure.input(exceptionDecision).mutation(({ ctx, input }) => decideException(ctx, input)),
})
