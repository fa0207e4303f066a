import { batchDecisionInput } from '@/schemas/approvals/batch-contract'
import { approvalFilter, decisionInput } from '@/schemas/approvals/contract'
import { approveBatch } from '@/server/approvals/approve-batch'
import { approveTransaction } from '@/server/approvals/approve-transaction'
import { countPending } from '@/server/approvals/count-pending'
import { listApprovals } from '@/server/approvals/list-approvals'
import { listBatches } from '@/server/approvals/list-batches'
import { rejectBatch } from '@/server/approvals/reject-batch'
import { rejectTransaction } from '@/server/approvals/reject-transaction'
import { lastPageAtMost } from '@/server/paging'
import { businessProcedure } from '@/server/trpc/business-procedures'
import { REQUIRES_FRESH_PROOF, router } from '@/server/trpc/init'

export const approvalsRouter = router({
  list: businessProcedure('viewer')
    .input(approvalFilter)
    .query(({ ctx, input }) => lastPageAtMost(input, (page) => listApprovals(ctx, page))),
  listBatches: businessProcedure('viewer').query(({ ctx }) => listBatches(ctx)),
  countPending: businessProcedure('viewer').query(({ ctx }) => countPending(ctx)),
  approve: businessProcedure('owner')
    .meta(REQUIRES_FRESH_PROOF)
    .input(decisionInput)
    .mutation(({ ctx, input }) => approveTransaction(ctx, input)),
  reject: businessProcedure('owner')
    .input(decisionInput)
    .mutation(({ ctx, input }) => rejectTransaction(ctx, input)),
  approveBatch: businessProcedure('owner')
    .meta(REQUIRES_FRESH_PROOF)
    .input(batchDecisionInput)
    .mutation(({ ctx, input }) => approveBatch(ctx, input)),
  rejectBatch: businessProcedure('owner')
    .input(batchDecisionInput)
    .mutation(({ ctx, input }) => rejectBatch(ctx, input)),
})
