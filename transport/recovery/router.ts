import { decideRepeatedInput, leaveRecoveryInput, stopSendingInput } from '@/schemas/recovery/contract'
import { decideRepeated } from '@/server/engine/recovery/decide-repeated'
import { listRepeated } from '@/server/engine/recovery/list-repeated'
import { requestLeave } from '@/server/engine/recovery/request-leave'
import { getRecovery } from '@/server/recovery/get-recovery'
import { stopSending } from '@/server/recovery/stop-sending'
import { REQUIRES_FRESH_PROOF, router } from '@/server/trpc/init'
import { operatorProcedure, supportProcedure } from '@/server/trpc/platform-procedures'
import { countRestoredWallets } from '@/server/wallets/count-restored-wallets'

export const recoveryRouter = router({
  get: supportProcedure.query(({ ctx }) => getRecovery(ctx)),
  listRepeated: supportProcedure.query(({ ctx }) => listRepeated(ctx)),
  countRestoredWallets: supportProcedure.query(({ ctx }) => countRestoredWallets(ctx)),
  decideRepeated: operatorProcedure
    .meta(REQUIRES_FRESH_PROOF)
    .input(decideRepeatedInput)
    .mutation(({ ctx, input }) => decideRepeated(ctx, input)),
  stopSending: operatorProcedure.input(stopSendingInput).mutation(({ ctx, input }) => stopSending(ctx, input)),
  requestLeave: operatorProcedure
    .meta(REQUIRES_FRESH_PROOF)
    .input(leaveRecoveryInput)
    .mutation(({ ctx, input }) => requestLeave(ctx, input)),
})
