import { fundWalletInput } from '@/schemas/faucet/contract'
import { listBalancesInput } from '@/schemas/wallets/balances/contract'
import {
  bindWalletInput,
  createWalletsInput,
  updateWalletInput,
  walletFilter,
  walletRef,
} from '@/schemas/wallets/contract'
import { openBusinessSeed } from '@/server/custody/open-business-seed'
import { listFaucetChains } from '@/server/faucet/call-faucet'
import { fundWallet } from '@/server/faucet/fund-wallet'
import { lastPageAtMost, PAGE_SIZE } from '@/server/paging'
import { businessProcedure, preparedBusinessProcedure } from '@/server/trpc/business-procedures'
import { router } from '@/server/trpc/init'
import { meteredAs } from '@/server/trpc/metered-as'
import { getBalances } from '@/server/wallets/balances/get-balances'
import { listWorth } from '@/server/wallets/balances/list-worth'
import { bindWallet } from '@/server/wallets/bind-wallet'
import { createWallets } from '@/server/wallets/create-wallets'
import { deactivateWallet } from '@/server/wallets/deactivate-wallet'
import { getWalletDetail } from '@/server/wallets/get-wallet'
import { listSupportedChains } from '@/server/wallets/list-supported-chains'
import { listWallets } from '@/server/wallets/list-wallets'
import { updateWallet } from '@/server/wallets/update-wallet'
import { createWalletsEndpoint, deactivateWalletEndpoint, updateWalletEndpoint } from './endpoints'

export const walletsRouter = router({
  list: businessProcedure('viewer')
    .input(walletFilter)
    .query(({ ctx, input }) => lastPageAtMost(input, (filter) => listWallets(ctx, { ...filter, pageSize: PAGE_SIZE }))),
  get: businessProcedure('viewer')
    .input(walletRef)
    .query(({ ctx, input }) => getWalletDetail(ctx, input.walletId)),
  getBalances: businessProcedure('viewer')
    .input(walletRef)
    .query(({ ctx, input }) => getBalances(ctx, input.walletId)),
  listWorth: businessProcedure('viewer')
    .input(listBalancesInput)
    .query(({ ctx, input }) => listWorth(ctx, input.walletIds)),
  listChains: businessProcedure('viewer').query(() => listSupportedChains()),
  create: preparedBusinessProcedure('developer')
    .input(createWalletsInput)
    .use(meteredAs(createWalletsEndpoint))
    .mutation(async ({ ctx, input: { chainType, count, purpose } }) => {
      const seed = await openBusinessSeed(ctx.tenant.businessId, [{ chainType, count }])
      return ctx.inTransaction((txCtx) => createWallets({ ...txCtx, seed }, { chainType, count, purpose }))
    }),
  listFaucetChains: businessProcedure('viewer').query(() => listFaucetChains()),
  fund: businessProcedure('developer')
    .input(fundWalletInput)
    .mutation(({ ctx, input: { walletId, chainId, symbol, amount } }) =>
      fundWallet(ctx, { walletId, chainId, symbol, amount }),
    ),
  update: businessProcedure('developer')
    .input(updateWalletInput)
    .use(meteredAs(updateWalletEndpoint))
    .mutation(({ ctx, input: { walletId, label } }) => updateWallet(ctx, { walletId, label })),
  bind: businessProcedure('owner')
    .input(bindWalletInput)
    .mutation(({ ctx, input: { walletId, boundProjectId } }) => bindWallet(ctx, { walletId, boundProjectId })),
  deactivate: businessProcedure('owner')
    .input(walletRef)
    .use(meteredAs(deactivateWalletEndpoint))
    .mutation(({ ctx, input }) => deactivateWallet(ctx, input.walletId)),
})
