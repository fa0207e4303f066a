import { createSweepRuleInput, sweepRuleFilter, sweepRuleRef, updateSweepRuleInput } from '@/schemas/sweeps/contract'
import { lastPageAtMost, PAGE_SIZE, toPage } from '@/server/paging'
import { createRule } from '@/server/sweeps/create-rule'
import { deleteRule } from '@/server/sweeps/delete-rule'
import { getRule } from '@/server/sweeps/get-rule'
import { listBusyWallets } from '@/server/sweeps/list-busy-wallets'
import { listRules } from '@/server/sweeps/list-rules'
import { prepareChange, prepareRule } from '@/server/sweeps/prepare-rule'
import { updateRule } from '@/server/sweeps/update-rule'
import { businessProcedure, preparedBusinessProcedure } from '@/server/trpc/business-procedures'
import { router } from '@/server/trpc/init'
import { meteredAs } from '@/server/trpc/metered-as'
import { createSweepRuleEndpoint, deleteSweepRuleEndpoint, updateSweepRuleEndpoint } from './endpoints'

export const sweepsRouter = router({
  list: businessProcedure('viewer')
    .input(sweepRuleFilter)
    .query(({ ctx, input }) =>
      lastPageAtMost(input, async ({ page, metadata }) =>
        toPage(await listRules(ctx, { page, metadata, limit: PAGE_SIZE })),
      ),
    ),
  get: businessProcedure('viewer')
    .input(sweepRuleRef)
    .query(({ ctx, input }) => getRule(ctx, input.ruleId)),
  listBusyWallets: businessProcedure('viewer')
    .input(sweepRuleRef)
    .query(({ ctx, input }) => listBusyWallets(ctx, input.ruleId)),
  create: preparedBusinessProcedure('owner')
    .input(createSweepRuleInput)
    .use(meteredAs(createSweepRuleEndpoint))
    .mutation(async ({ ctx, input: { projectId: _, ...input } }) => {
      const prepared = await prepareRule(ctx.tenant, input)
      return ctx.inTransaction((txCtx) => createRule(txCtx, prepared))
    }),
  update: preparedBusinessProcedure('owner')
    .input(updateSweepRuleInput)
    .use(meteredAs(updateSweepRuleEndpoint))
    .mutation(async ({ ctx, input: { ruleId: id, threshold, keep, schedule, status } }) => {
      const input = { threshold, keep, schedule, status }
      const prepared = await prepareChange(ctx.tenant, id, input)
      return ctx.inTransaction((txCtx) => updateRule(txCtx, { id, input, prepared }))
    }),
  delete: businessProcedure('owner')
    .input(sweepRuleRef)
    .use(meteredAs(deleteSweepRuleEndpoint))
    .mutation(({ ctx, input }) => deleteRule(ctx, input.ruleId)),
})
