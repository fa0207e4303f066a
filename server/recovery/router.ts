import { requestLeave } from '@/server/engine/recovery/request-leave'
import { operatorProcedure, router, supportProcedure } from '@/server/trpc/init'
import { leaveRecoveryInput, stopSendingInput } from './contract'
import { getRecovery } from './get-recovery'
import { stopSending } from './leave-recovery'

export const recoveryRouter = router({
  get: supportProcedure.query(({ ctx }) => getRecovery(ctx)),
  stopSending: operatorProcedure.input(stopSendingInput).mutation(({ ctx, input }) => stopSending(ctx, input)),
  requestLeave: operatorProcedure.input(leaveRecoveryInput).mutation(({ ctx, input }) => requestLeave(ctx, input)),
})
