import { endWaitingInput, laneFilter, operatorRequest, transactionRef, waitingRef } from '@/schemas/lanes/contract'
import { cancelAsOperator } from '@/server/lanes/cancel-as-operator'
import { countWaiting, endWaiting } from '@/server/lanes/end-waiting'
import { getOperatorTransaction } from '@/server/lanes/get-operator-transaction'
import { listLanes } from '@/server/lanes/list-lanes'
import { listStuckHeads } from '@/server/lanes/list-stuck-heads'
import { speedUpAsOperator } from '@/server/lanes/speed-up-as-operator'
import { lastPageAtMost } from '@/server/paging'
import { router } from '@/server/trpc/init'
import { operatorProcedure, supportProcedure } from '@/server/trpc/platform-procedures'

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
