import type { Address } from 'viem'
import type { Chain } from '@/server/chains/registry'
import { validationError } from '@/server/errors'
import { parseAmount } from '@/server/money/amount'
import { checkWebhookTarget } from '@/server/webhooks/target'
import type { TransferInput } from './contract'
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

const ZERO_ADDRESS = /^0x0{40}$/

/**
 * Checks a transfer before any transaction is opened (the webhook's name is resolved and an unknown token asked for its decimals here).
 * Throws invalid, not_found (no RPC), unavailable.
 */
export async function prepareTransfer(input: TransferInput): Promise<PreparedTransfer> {
  const chain = await requireChain(input)
  const toAddress = evmAddress('toAddress', input.toAddress)
  const asset = await resolveAsset(chain, input)
  if (ZERO_ADDRESS.test(toAddress)) throw validationError(['toAddress: must not be the zero address'])
  if (toAddress === asset.tokenAddress) throw validationError(['toAddress: must not be the token contract itself'])
  const parsed = parseAmount(input.amount, asset.decimals)
  if ('problem' in parsed) throw validationError([`amount: ${parsed.problem}`])
  if (input.webhookUrl !== undefined) await checkWebhookTarget('webhookUrl', input.webhookUrl)
  const quote = await quoteIntent({ chain, gasLimit: null })
  return { input, chain, asset, toAddress, amountUnits: parsed.units, quote }
}
