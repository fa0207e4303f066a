import { lastPageAtMost, PAGE_SIZE } from '@/server/paging'
import { businessProcedure, preparedBusinessProcedure, router } from '@/server/trpc/init'
import { documentsInput, tokenFilter, tokenRef } from './contract'
import { holderFilter, walletFilter } from './holders/contract'
import { exportHolders } from './holders/export-holders'
import { listHolders } from './holders/list-holders'
import { listRegisteredWallets } from './holders/list-registered-wallets'
import { issueTokenInput } from './issue/contract'
import { issueToken, prepareToken } from './issue/issue-token'
import { previewIssue } from './issue/preview-issue'
import { getToken, listTokens } from './list-tokens'
import { getOperation, listOperations } from './operations/list-operations'
import {
  burnInput,
  freezeInput,
  mintOneInput,
  operationFilter,
  operationRefInput,
  payInput,
  registerManyInput,
  transferInput,
  walletRefInput,
} from './operations/portal-contract'
import { startInPortal } from './operations/start-in-portal'
import { tryOperation } from './operations/try-operation'
import { getYield } from './payouts/get-yield'
import { planCall } from './plans/plan-call'
import { planMint } from './plans/plan-mint'
import { planBurn, planTransfer } from './plans/plan-move'
import { planPause } from './plans/plan-pause'
import { planPayCoupon } from './plans/plan-pay-coupon'
import { planFreeze, planRegister, planRemove } from './plans/plan-wallets'
import { UNTOLD } from './plans/told'
import { setDocuments } from './set-documents'

export const tokensRouter = router({
  list: businessProcedure('viewer')
    .input(tokenFilter)
    .query(({ ctx, input }) => lastPageAtMost(input, (filter) => listTokens(ctx, { ...filter, pageSize: PAGE_SIZE }))),
  get: businessProcedure('viewer')
    .input(tokenRef)
    .query(({ ctx, input }) => getToken(ctx, input.tokenId)),
  getYield: businessProcedure('viewer')
    .input(tokenRef)
    .query(({ ctx, input }) => getYield(ctx, input.tokenId)),
  listHolders: businessProcedure('viewer')
    .input(holderFilter)
    .query(({ ctx, input }) =>
      lastPageAtMost(input, (filter) => listHolders(ctx, { ...filter, pageSize: PAGE_SIZE, block: undefined })),
    ),
  exportHolders: businessProcedure('viewer')
    .input(tokenRef)
    .query(({ ctx, input }) => exportHolders(ctx, input.tokenId)),
  listWallets: businessProcedure('viewer')
    .input(walletFilter)
    .query(({ ctx, input }) =>
      lastPageAtMost(input, (filter) =>
        listRegisteredWallets(ctx, { ...filter, pageSize: PAGE_SIZE, investorId: undefined }),
      ),
    ),
  listOperations: businessProcedure('viewer')
    .input(operationFilter)
    .query(({ ctx, input }) =>
      lastPageAtMost(input, (filter) => listOperations(ctx, { ...filter, pageSize: PAGE_SIZE })),
    ),
  getOperation: businessProcedure('viewer')
    .input(operationRefInput)
    .query(({ ctx, input }) => getOperation(ctx, input)),
  preview: preparedBusinessProcedure('developer')
    .input(issueTokenInput)
    .query(({ ctx, input }) => previewIssue(ctx.tenant, input)),
  issue: preparedBusinessProcedure('developer')
    .input(issueTokenInput)
    .mutation(async ({ ctx, input }) => {
      const prepared = await prepareToken(ctx.tenant, input)
      return ctx.inTransaction((tenantCtx) => issueToken(tenantCtx, prepared, null))
    }),
  setDocuments: businessProcedure('developer')
    .input(documentsInput)
    .mutation(({ ctx, input }) => setDocuments(ctx, input)),
  tryMint: preparedBusinessProcedure('developer')
    .input(mintOneInput)
    .mutation(async ({ ctx, input }) => tryOperation(ctx.tenant, await planMint(ctx.tenant, { ...input, ...UNTOLD }))),
  mint: preparedBusinessProcedure('developer')
    .input(mintOneInput)
    .mutation(async ({ ctx, input }) => startInPortal(ctx, await planMint(ctx.tenant, { ...input, ...UNTOLD }))),
  tryBurn: preparedBusinessProcedure('developer')
    .input(burnInput)
    .mutation(async ({ ctx, input }) => tryOperation(ctx.tenant, await planBurn(ctx.tenant, { ...input, ...UNTOLD }))),
  burn: preparedBusinessProcedure('developer')
    .input(burnInput)
    .mutation(async ({ ctx, input }) => startInPortal(ctx, await planBurn(ctx.tenant, { ...input, ...UNTOLD }))),
  tryTransfer: preparedBusinessProcedure('developer')
    .input(transferInput)
    .mutation(async ({ ctx, input }) =>
      tryOperation(ctx.tenant, await planTransfer(ctx.tenant, { ...input, ...UNTOLD })),
    ),
  transfer: preparedBusinessProcedure('developer')
    .input(transferInput)
    .mutation(async ({ ctx, input }) => startInPortal(ctx, await planTransfer(ctx.tenant, { ...input, ...UNTOLD }))),
  pause: preparedBusinessProcedure('developer')
    .input(tokenRef)
    .mutation(async ({ ctx, input }) =>
      startInPortal(ctx, await planPause(ctx.tenant, { ...input, isPaused: true, ...UNTOLD })),
    ),
  unpause: preparedBusinessProcedure('developer')
    .input(tokenRef)
    .mutation(async ({ ctx, input }) =>
      startInPortal(ctx, await planPause(ctx.tenant, { ...input, isPaused: false, ...UNTOLD })),
    ),
  registerWallets: preparedBusinessProcedure('developer')
    .input(registerManyInput)
    .mutation(async ({ ctx, input }) =>
      startInPortal(ctx, await planRegister(ctx.tenant, { ...input, isBatch: true })),
    ),
  removeWallet: preparedBusinessProcedure('developer')
    .input(walletRefInput)
    .mutation(async ({ ctx, input: { tokenId, address } }) =>
      startInPortal(ctx, await planRemove(ctx.tenant, { tokenId, addresses: [address] })),
    ),
  freezeWallet: preparedBusinessProcedure('developer')
    .input(freezeInput)
    .mutation(async ({ ctx, input }) => startInPortal(ctx, await planFreeze(ctx.tenant, input))),
  payCoupon: preparedBusinessProcedure('developer')
    .input(payInput)
    .mutation(async ({ ctx, input }) => startInPortal(ctx, await planPayCoupon(ctx.tenant, { ...input, ...UNTOLD }))),
  callToken: preparedBusinessProcedure('developer')
    .input(tokenRef)
    .mutation(async ({ ctx, input }) => startInPortal(ctx, await planCall(ctx.tenant, { ...input, ...UNTOLD }))),
})
