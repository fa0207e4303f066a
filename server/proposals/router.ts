import { lastPageAtMost } from '@/server/paging'
import { operatorProcedure, router, supportProcedure } from '@/server/trpc/init'
import { ACTS } from './acts'
import { proposalFilter, proposalRef } from './contract'
import { approveProposal, dropProposal } from './decide-proposal'
import { listProposals } from './list-proposals'

export const proposalsRouter = router({
  list: supportProcedure
    .input(proposalFilter)
    .query(({ ctx, input }) => lastPageAtMost(input, (page) => listProposals(ctx, page))),
  approve: operatorProcedure.input(proposalRef).mutation(({ ctx, input }) => approveProposal(ctx, input, ACTS)),
  drop: operatorProcedure.input(proposalRef).mutation(({ ctx, input }) => dropProposal(ctx, input)),
})
