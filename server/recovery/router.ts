import { decideRepeated } from '@/server/engine/recovery/decide-repeated'
import { listRepeated } from '@/server/engine/recovery/list-repeated'
import { requestLeave } from '@/server/engine/recovery/request-leave'
import { operatorProcedure, router, supportProcedure } from '@/server/trpc/init'
import { decideRepeatedInput, leaveRecoveryInput, stopSendingInput } from './contract'
import { getRecovery } from './get-recovery'
import { stopSending } from './leave-recovery'

export const recoveryRouter = router({
  get: supportProcedure.query(({ ctx }) => getRecovery(ctx)),
  listRepeated: supportProcedure.query(({ ctx }) => listRepeated(ctx)),
  decideRepeated: operatorProcedure.input(decideRepeatedInput).mutation(({ ctx, input }) => decideRepeated(ctx, input)),
  stopSending: operatorProcedure.input(stopSendingInput).mutation(({ ctx, input }) => stopSending(ctx, input)),
  requestLeave: operatorProcedure.input(leaveRecoveryInput).mutation(({ ctx, input }) => requestLeave(ctx, input)),
})
