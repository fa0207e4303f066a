import { documentsInput, tokenFilter, tokenRef } from '@/schemas/tokens/contract'
import { exportFilter, holderFilter, walletFilter } from '@/schemas/tokens/holders/contract'
import { issueTokenInput } from '@/schemas/tokens/issue/contract'
import { lastPageAtMost, PAGE_SIZE } from '@/server/paging'
import { exportHolders } from '@/server/tokens/holders/export-holders'
import { listHolders } from '@/server/tokens/holders/list-holders'
import { listRegisteredWallets } from '@/server/tokens/holders/list-registered-wallets'
import { issueAsset, prepareToken } from '@/server/tokens/issue/issue-asset'
import { previewIssue } from '@/server/tokens/issue/preview-issue'
import { getToken, listTokens } from '@/server/tokens/list-tokens'
import { getOperation, listOperations } from '@/server/tokens/operations/list-operations'
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
} from '@/server/tokens/operations/portal-contract'
import { getYield } from '@/server/tokens/payouts/get-yield'
import { burnToken, mintToken, transferToken } from '@/server/tokens/portal/move-token'
import {
  freezeWallet,
  pauseToken,
  payCoupon,
  redeemPrincipal,
  registerWallets,
  removeWallet,
  unpauseToken,
} from '@/server/tokens/portal/run-token'
import { simulateBurn, simulateMint, simulateTransfer } from '@/server/tokens/portal/simulate-moves'
import { setDocuments } from '@/server/tokens/set-documents'
import { businessProcedure, preparedBusinessProcedure } from '@/server/trpc/business-procedures'
import { REQUIRES_FRESH_PROOF, router } from '@/server/trpc/init'
import { meteredAs } from '@/server/trpc/metered-as'
import { issueTokenEndpoint } from './endpoints'
import { freezeWalletEndpoint, registerWalletsEndpoint, removeWalletEndpoint } from './holders/endpoints'
import {
  burnTokenEndpoint,
  callTokenEndpoint,
  mintTokenEndpoint,
  pauseTokenEndpoint,
  payCouponEndpoint,
  transferTokenEndpoint,
  unpauseTokenEndpoint,
} from './operations/endpoints'

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
    .input(exportFilter)
    .query(({ ctx, input }) => exportHolders(ctx, input)),
  listRegisteredWallets: businessProcedure('viewer')
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
    .use(meteredAs(issueTokenEndpoint))
    .query(({ ctx, input }) => previewIssue(ctx.tenant, input)),
  issue: preparedBusinessProcedure('developer')
    .input(issueTokenInput)
    .use(meteredAs(issueTokenEndpoint))
    .mutation(async ({ ctx, input }) => {
      const prepared = await prepareToken(ctx.tenant, { body: input, name: await ctx.formName() })
      return ctx.inTransaction((tenantCtx) => issueAsset(tenantCtx, prepared))
    }),
  setDocuments: businessProcedure('developer')
    .input(documentsInput)
    .mutation(({ ctx, input }) => setDocuments(ctx, input)),
  simulateMint: preparedBusinessProcedure('developer')
    .input(mintOneInput)
    .use(meteredAs(mintTokenEndpoint))
    .mutation(({ ctx, input }) => simulateMint(ctx.tenant, input)),
  mint: preparedBusinessProcedure('developer')
    .input(mintOneInput)
    .use(meteredAs(mintTokenEndpoint))
    .mutation(({ ctx, input }) => mintToken(ctx, input)),
  simulateBurn: preparedBusinessProcedure('developer')
    .input(burnInput)
    .use(meteredAs(burnTokenEndpoint))
    .mutation(({ ctx, input }) => simulateBurn(ctx.tenant, input)),
  burn: preparedBusinessProcedure('developer')
    .input(burnInput)
    .use(meteredAs(burnTokenEndpoint))
    .mutation(({ ctx, input }) => burnToken(ctx, input)),
  simulateTransfer: preparedBusinessProcedure('developer')
    .input(transferInput)
    .use(meteredAs(transferTokenEndpoint))
    .mutation(({ ctx, input }) => simulateTransfer(ctx.tenant, input)),
  transfer: preparedBusinessProcedure('developer')
    .input(transferInput)
    .use(meteredAs(transferTokenEndpoint))
    .mutation(({ ctx, input }) => transferToken(ctx, input)),
  pause: preparedBusinessProcedure('developer')
    .input(tokenRef)
    .use(meteredAs(pauseTokenEndpoint))
    .mutation(({ ctx, input }) => pauseToken(ctx, input)),
  unpause: preparedBusinessProcedure('developer')
    .input(tokenRef)
    .use(meteredAs(unpauseTokenEndpoint))
    .mutation(({ ctx, input }) => unpauseToken(ctx, input)),
  registerWallets: preparedBusinessProcedure('developer')
    .input(registerManyInput)
    .use(meteredAs(registerWalletsEndpoint))
    .mutation(({ ctx, input }) => registerWallets(ctx, input)),
  removeWallet: preparedBusinessProcedure('developer')
    .input(walletRefInput)
    .use(meteredAs(removeWalletEndpoint))
    .mutation(({ ctx, input }) => removeWallet(ctx, input)),
  freezeWallet: preparedBusinessProcedure('developer')
    .input(freezeInput)
    .use(meteredAs(freezeWalletEndpoint))
    .mutation(({ ctx, input }) => freezeWallet(ctx, input)),
  payCoupon: preparedBusinessProcedure('developer')
    .meta(REQUIRES_FRESH_PROOF)
    .input(payInput)
    .use(meteredAs(payCouponEndpoint))
    .mutation(({ ctx, input }) => payCoupon(ctx, input)),
  redeemPrincipal: preparedBusinessProcedure('developer')
    .meta(REQUIRES_FRESH_PROOF)
    .input(tokenRef)
    .use(meteredAs(callTokenEndpoint))
    .mutation(({ ctx, input }) => redeemPrincipal(ctx, input)),
})
