import type { FundWalletInput } from '@/schemas/faucet/contract'
import { findChain } from '@/server/chains/registry'
import type { TenantCtx } from '@/server/ctx'
import { ApiError, validationError } from '@/server/errors'
import { getWallet } from '@/server/wallets/get-wallet'
import { callFaucet } from './call-faucet'

/**
 * Requests test funds for a wallet of the business from the faucet of a local stack, which serves only its own chains.
 * Throws not_found (wallet, chain, no faucet), invalid, failed, unavailable.
 */
export async function fundWallet(
  ctx: TenantCtx,
  { walletId, chainId, symbol, amount }: FundWalletInput,
): Promise<{ hash: string }> {
  const { address, chainType, isActive } = await getWallet(ctx, walletId)
  if (!isActive) throw new ApiError('failed', 'This wallet is deactivated')
  const chain = await findChain(chainId)
  if (chain?.chainType !== chainType) throw validationError([`chainId: chain ${chainId} is not of type ${chainType}`])
  return callFaucet({ chainId, address, symbol, amount })
}
