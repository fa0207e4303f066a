import { operatorProcedure, router, supportProcedure } from '@/server/trpc/init'
import { cancelAsOperator } from './cancel-as-operator'
import { laneFilter, operatorRequest, transactionRef } from './contract'
import { getOperatorTransaction } from './get-operator-transaction'
import { listLanes } from './list-lanes'
import { listStuckHeads } from './list-stuck-heads'
import { speedUpAsOperator } from './speed-up-as-operator'

export const lanesRouter = router({
  list: supportProcedure.input(laneFilter).query(({ ctx, input }) => listLanes(ctx, input)),
  stuck: supportProcedure.query(({ ctx }) => listStuckHeads(ctx)),
  transaction: supportProcedure
    .input(transactionRef)
    .query(({ ctx, input }) => getOperatorTransaction(ctx, input.transactionId)),
  cancel: operatorProcedure.input(operatorRequest).mutation(({ ctx, input }) => cancelAsOperator(ctx, input)),
  speedUp: operatorProcedure.input(operatorRequest).mutation(({ ctx, input }) => speedUpAsOperator(ctx, input)),
})
