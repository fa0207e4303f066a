import { lastPageAtMost } from '@/server/paging'
import { businessProcedure, router } from '@/server/trpc/init'
import { approveTransaction } from './approve-transaction'
import { approvalFilter, decisionInput } from './contract'
import { countPending } from './count-pending'
import { listApprovals } from './list-approvals'
import { rejectTransaction } from './reject-transaction'

export const approvalsRouter = router({
  list: businessProcedure('viewer')
    .input(approvalFilter)
    .query(({ ctx, input }) => lastPageAtMost(input, (page) => listApprovals(ctx, page))),
  countPending: businessProcedure('viewer').query(({ ctx }) => countPending(ctx)),
  approve: businessProcedure('owner')
    .input(decisionInput)
    .mutation(({ ctx, input }) => approveTransaction(ctx, input)),
  reject: businessProcedure('owner')
    .input(decisionInput)
    .mutation(({ ctx, input }) => rejectTransaction(ctx, input)),
})
