import type { Address } from 'viem'
import { type Chain, findChain } from '@/server/chains/registry'
import { ApiError, MESSAGES, validationError } from '@/server/errors'
import { parseAmount } from '@/server/money/amount'
import { checkWebhookTarget } from '@/server/webhooks/target'
import type { TransferInput } from './contract'
import { type Asset, evmAddress, resolveAsset } from './resolve-asset'

/** A transfer whose every word was checked that needs no tenant: chain, addresses, asset, amount, webhook target. */
export type PreparedTransfer = {
  input: TransferInput
  chain: Chain
  asset: Asset
  toAddress: Address
  amountUnits: bigint
}

const ZERO_ADDRESS = /^0x0{40}$/
/** Solana clusters have no numeric chain id of their own; these stand for them in the chains table. */
const SOLANA_CHAIN = { MAINNET: 101, TESTNET: 103 } as const

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
  return { input, chain, asset, toAddress, amountUnits: parsed.units }
}

async function requireChain(input: TransferInput): Promise<Chain> {
  const chain = await findChain(wantedChainId(input))
  if (!chain || chain.rpcUrls.length === 0) throw new ApiError('not_found', MESSAGES.noRpc)
  if (chain.chainType !== input.chainType)
    throw validationError([`chainId: chain ${chain.chainId} is not an ${input.chainType} chain`])
  if (input.network && input.network !== chain.network) {
    throw validationError([`network: chain ${chain.chainId} is ${chain.network}`])
  }
  return chain
}

function wantedChainId(input: TransferInput): number {
  if (input.chainType === 'SOLANA') return SOLANA_CHAIN[input.network ?? 'MAINNET']
  if (input.chainId === undefined) {
    throw new ApiError('invalid', MESSAGES.chainIdRequired, { errors: [MESSAGES.chainIdRequired] })
  }
  return input.chainId
}
