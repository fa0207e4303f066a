import { businessRef } from '@/server/businesses/contract'
import { lastPageAtMost } from '@/server/paging'
import { businessProcedure, operatorProcedure, router, supportProcedure } from '@/server/trpc/init'
import { creditInput, entryFilter, gasUseFilter, journalFilter, operatorJournalFilter } from './contract'
import { creditByHand } from './credit-by-hand'
import { getBalance } from './get-balance'
import { getTrialBalance } from './get-trial-balance'
import { listEntries } from './list-entries'
import { listGasUse } from './list-gas-use'
import { listJournals } from './list-journals'
import { statementFilter, statementPart } from './statement/contract'
import { getStatement } from './statement/get-statement'
import { listStatementLines } from './statement/list-statement-lines'

export const ledgerRouter = router({
  getBalance: businessProcedure('viewer').query(({ ctx }) => getBalance(ctx)),
  listJournals: businessProcedure('viewer')
    .input(journalFilter)
    .query(({ ctx, input }) => lastPageAtMost(input, (page) => listJournals(ctx, page))),
  getStatement: businessProcedure('viewer')
    .input(statementFilter)
    .query(({ ctx, input }) => getStatement(ctx, input)),
  listStatementLines: businessProcedure('viewer')
    .input(statementPart)
    .query(({ ctx, input }) => listStatementLines(ctx, input)),
  getBalanceOfBusiness: supportProcedure
    .input(businessRef)
    .query(({ ctx, input }) => getBalance({ ...ctx, businessId: input.businessId })),
  listJournalsOfAll: supportProcedure
    .input(operatorJournalFilter)
    .query(({ ctx, input: { businessId = null, ...filter } }) =>
      lastPageAtMost(filter, (page) => listJournals({ ...ctx, businessId }, page)),
    ),
  getTrialBalance: supportProcedure.query(({ ctx }) => getTrialBalance(ctx)),
  listEntries: supportProcedure
    .input(entryFilter)
    .query(({ ctx, input }) => lastPageAtMost(input, (page) => listEntries(ctx, page))),
  listGasUse: supportProcedure.input(gasUseFilter).query(({ ctx, input }) => listGasUse(ctx, input)),
  credit: operatorProcedure.input(creditInput).mutation(({ ctx, input }) => creditByHand(ctx, input)),
})
