import { knownTransferGasLimit, transferGasLimit } from '@/server/chains/evm/gas-limit'
import type { Chain } from '@/server/chains/registry'
import { inTenantReading, type Tenant } from '@/server/ctx'
import { type Call, estimateFee, expectedFee, sponsoredFee } from '@/server/engine/evm/estimate-fee'
import { needsDelegation } from '@/server/engine/evm/needs-delegation'
import { estimateSolanaFee, expectedSolanaFee } from '@/server/engine/solana/estimate-solana-fee'
import { requireActiveWallet } from '@/server/wallets/require-active-wallet'
import type { TransferTarget } from './resolve-asset'

/** Calldata of `transfer(address,uint256)`. */
const TRANSFER_BYTES = 68

type Transfer = TransferTarget & { chain: Chain; from: string | number }

/**
 * The highest possible cost of a transfer, in native units. Throws not_found, forbidden, failed (wallet), unavailable,
 * and the errors of the chain's client.
 */
export async function estimateTransferFee(tenant: Tenant, transfer: Transfer): Promise<bigint> {
  const { chain, asset } = transfer
  if (chain.chainType === 'SOLANA') return estimateSolanaFee(chain, asset)
  return estimateFee(chain, await evmCallOf(tenant, transfer))
}

/**
 * The expected cost of a transfer in native units, if a block takes it at current prices. Throws like
 * `estimateTransferFee`.
 */
export async function expectedTransferFee(tenant: Tenant, transfer: Transfer): Promise<bigint> {
  const { chain, asset } = transfer
  if (chain.chainType === 'SOLANA') return expectedSolanaFee(chain, asset)
  return expectedFee(chain, await evmCallOf(tenant, transfer))
}

async function evmCallOf(tenant: Tenant, { chain, from, toAddress, asset, amountUnits }: Transfer): Promise<Call> {
  const { tokenAddress } = asset
  const { address, delegates } = await inTenantReading(tenant, async (ctx) => {
    const wallet = await requireActiveWallet(ctx, { chainType: 'EVM', from })
    return { address: wallet.address, delegates: await needsDelegation(ctx, { chain, walletId: wallet.id }) }
  })
  const gasLimit = await transferGasLimit(chain, { from: address, toAddress, tokenAddress, amountUnits })
  return { gasLimit, dataBytes: dataBytesOf(asset), delegates }
}

/** The fee if the platform pays: it reads no wallet and needs no request once the chain is known. */
export async function sponsoredTransferFee(chain: Chain, { toAddress, asset }: TransferTarget): Promise<bigint> {
  if (chain.chainType === 'SOLANA') return estimateSolanaFee(chain, asset)
  const gasLimit = knownTransferGasLimit(chain, { toAddress, tokenAddress: asset.tokenAddress })
  return sponsoredFee(chain, { gasLimit, dataBytes: dataBytesOf(asset) })
}

function dataBytesOf({ tokenAddress }: TransferTarget['asset']): number {
  return tokenAddress === null ? 0 : TRANSFER_BYTES
}
