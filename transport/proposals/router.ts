import { proposalFilter, proposalRef } from '@/schemas/proposals/contract'
import { lastPageAtMost } from '@/server/paging'
import { approveProposal, dropProposal } from '@/server/proposals/decide-proposal'
import { listProposals } from '@/server/proposals/list-proposals'
import { REQUIRES_FRESH_PROOF, router } from '@/server/trpc/init'
import { operatorProcedure, supportProcedure } from '@/server/trpc/platform-procedures'
import { PROPOSAL_MUTATIONS } from './mutations'

export const proposalsRouter = router({
  list: supportProcedure
    .input(proposalFilter)
    .query(({ ctx, input }) => lastPageAtMost(input, (page) => listProposals(ctx, page))),
  approve: operatorProcedure
    .meta(REQUIRES_FRESH_PROOF)
    .input(proposalRef)
    .mutation(({ ctx, input }) => approveProposal(ctx, input, PROPOSAL_MUTATIONS)),
  drop: operatorProcedure.input(proposalRef).mutation(({ ctx, input }) => dropProposal(ctx, input)),
})
