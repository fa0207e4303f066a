import { lastPageAtMost } from '@/server/paging'
import { operatorProcedure, router, supportProcedure } from '@/server/trpc/init'
import { cancelAsOperator } from './cancel-as-operator'
import { endWaitingInput, laneFilter, operatorRequest, transactionRef, waitingRef } from './contract'
import { countWaiting, endWaiting } from './end-waiting'
import { getOperatorTransaction } from './get-operator-transaction'
import { listLanes } from './list-lanes'
import { listStuckHeads } from './list-stuck-heads'
import { speedUpAsOperator } from './speed-up-as-operator'

export const lanesRouter = router({
  list: supportProcedure
    .input(laneFilter)
    .query(({ ctx, input }) => lastPageAtMost(input, (page) => listLanes(ctx, page))),
  listStuck: supportProcedure.query(({ ctx }) => listStuckHeads(ctx)),
  getTransaction: supportProcedure
    .input(transactionRef)
    .query(({ ctx, input }) => getOperatorTransaction(ctx, input.transactionId)),
  countWaiting: supportProcedure.input(waitingRef).query(({ ctx, input }) => countWaiting(ctx, input)),
  endWaiting: operatorProcedure.input(endWaitingInput).mutation(({ ctx, input }) => endWaiting(ctx, input)),
  cancel: operatorProcedure.input(operatorRequest).mutation(({ ctx, input }) => cancelAsOperator(ctx, input)),
  speedUp: operatorProcedure.input(operatorRequest).mutation(({ ctx, input }) => speedUpAsOperator(ctx, input)),
})
