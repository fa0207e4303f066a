import type { Address } from 'viem'
import { transferGasLimit } from '@/server/chains/evm/gas-limit'
import type { Chain } from '@/server/chains/registry'
import { inTenantReading, type Tenant } from '@/server/ctx'
import { validationError } from '@/server/errors'
import { parseAmount } from '@/server/money/amount'
import { requireActiveWallet } from '@/server/wallets/require-active-wallet'
import { checkWebhookTarget } from '@/server/webhooks/target'
import type { TransferInput } from './contract'
import { estimateFee } from './estimate-fee'
import type { Quote } from './intent'
import { quoteIntent } from './quote-intent'
import { requireChain } from './require-chain'
import { type Asset, evmAddress, resolveAsset } from './resolve-asset'

/** A transfer whose every word was checked that needs no tenant: chain, addresses, asset, amount, webhook target. */
export type PreparedTransfer = {
  input: TransferInput
  chain: Chain
  asset: Asset
  toAddress: Address
  amountUnits: bigint
  quote: Quote
}

/** Calldata of `transfer(address,uint256)`. */
const TRANSFER_BYTES = 68
const ZERO_ADDRESS = /^0x0{40}$/

/**
 * Checks a transfer before any transaction is opened (the webhook's name is resolved and an unknown token asked for its decimals here).
 * Throws invalid, not_found (no RPC), unavailable.
 */
export async function prepareTransfer(tenant: Tenant, input: TransferInput): Promise<PreparedTransfer> {
  const chain = await requireChain(input)
  const toAddress = evmAddress('toAddress', input.toAddress)
  const asset = await resolveAsset(chain, input)
  if (ZERO_ADDRESS.test(toAddress)) throw validationError(['toAddress: must not be the zero address'])
  if (toAddress === asset.tokenAddress) throw validationError(['toAddress: must not be the token contract itself'])
  const parsed = parseAmount(input.amount, asset.decimals)
  if ('problem' in parsed) throw validationError([`amount: ${parsed.problem}`])
  if (input.webhookUrl !== undefined) await checkWebhookTarget('webhookUrl', input.webhookUrl)
  const amountUnits = parsed.units
  const moved = [{ ...asset, units: amountUnits }]
  const worstFee = () => transferFee(tenant, { input, chain, asset, toAddress, amountUnits })
  const quote = await quoteIntent({ chain, moved, worstFee, gasLimit: null })
  return { input, chain, asset, toAddress, amountUnits, quote }
}

async function transferFee(tenant: Tenant, transfer: Omit<PreparedTransfer, 'quote'>): Promise<bigint> {
  const { input, chain, asset, toAddress, amountUnits } = transfer
  const { tokenAddress } = asset
  const wallet = await inTenantReading(tenant, (ctx) =>
    requireActiveWallet(ctx, { chainType: 'EVM', from: input.fromAddress }),
  )
  const gasLimit = await transferGasLimit(chain, { from: wallet.address, toAddress, tokenAddress, amountUnits })
  return estimateFee(chain, { gasLimit, dataBytes: tokenAddress ? TRANSFER_BYTES : 0 })
}
