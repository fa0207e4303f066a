import { businessRef } from '@/schemas/businesses/contract'
import { creditInput, entryFilter, gasUseFilter, journalFilter, operatorJournalFilter } from '@/schemas/ledger/contract'
import { statementFilter, statementPart } from '@/schemas/ledger/statement/contract'
import { creditAsOperator } from '@/server/ledger/credit-as-operator'
import { getBalance } from '@/server/ledger/get-balance'
import { getTrialBalance } from '@/server/ledger/get-trial-balance'
import { listEntries } from '@/server/ledger/list-entries'
import { listGasUse } from '@/server/ledger/list-gas-use'
import { listJournals } from '@/server/ledger/list-journals'
import { getStatement } from '@/server/ledger/statement/get-statement'
import { listStatementLines } from '@/server/ledger/statement/list-statement-lines'
import { lastPageAtMost } from '@/server/paging'
import { businessProcedure } from '@/server/trpc/business-procedures'
import { REQUIRES_FRESH_PROOF, router } from '@/server/trpc/init'
import { operatorProcedure, supportProcedure } from '@/server/trpc/platform-procedures'

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
  credit: operatorProcedure
    .meta(REQUIRES_FRESH_PROOF)
    .input(creditInput)
    .mutation(({ ctx, input }) => creditAsOperator(ctx, input)),
})
