import type { Chain } from '@/server/chains/registry'
import type { Tenant } from '@/server/ctx'
import { checkWebhookTarget } from '@/server/egress/target'
import { validationError } from '@/server/errors'
import { parseAmount } from '@/server/money/amount'
import { tagsOf } from '@/server/text/tags-of'
import type { Intent, Quote } from '@/server/transactions/intent'
import { NO_REQUEST_NAME, type RequestName } from '@/server/transactions/intent-id'
import { estimateTransferFee, sponsoredTransferFee } from './estimate-transfer-fee'
import { prepareSolanaTransfer } from './prepare-solana-transfer'
import { quoteIntent } from './quote-intent'
import { requireChain } from './require-network'
import { evmAddress, resolveAsset, type TransferTarget } from './resolve-asset'
import type { TransferInput } from './transfer-body'

const ZERO_ADDRESS = /^0x0{40}$/

/**
 * A transfer with everything checked that needs no database transaction: chain, addresses, asset, amount, webhook
 * target, price.
 */
export type PreparedTransfer = TransferTarget & { input: TransferInput; chain: Chain; quote: Quote }

/**
 * Checks a transfer before any transaction is opened (the webhook's name is resolved, the chain asked for what is not
 * known of it). Throws invalid, not_found (no RPC), unavailable; where the business pays its gas also not_found,
 * forbidden, failed (wallet).
 */
export async function prepareTransfer(tenant: Tenant, input: TransferInput): Promise<PreparedTransfer> {
  const chain = await requireChain(tenant, input)
  const prepareTarget = chain.chainType === 'SOLANA' ? prepareSolanaTransfer : prepareEvmTransfer
  const target: TransferTarget = await prepareTarget(chain, input)
  if (input.webhookUrl !== undefined) await checkWebhookTarget('webhookUrl', input.webhookUrl)
  const quote = await quoteIntent({
    chain,
    moved: [{ ...target.asset, units: target.amountUnits }],
    worstFee: () => estimateTransferFee(tenant, { chain, from: input.fromAddress, ...target }),
    sponsoredFee: () => sponsoredTransferFee(chain, target),
    gasLimit: null,
  })
  return { input, chain, ...target, quote }
}

/**
 * Checks where a transfer goes and what it moves. Throws invalid, unavailable (an unknown token is asked for its
 * decimals).
 */
async function prepareEvmTransfer(chain: Chain, input: TransferInput): Promise<TransferTarget> {
  const toAddress = evmAddress('toAddress', input.toAddress)
  const asset = await resolveAsset(chain, input)
  if (ZERO_ADDRESS.test(toAddress)) throw validationError(['toAddress: must not be the zero address'])
  if (toAddress === asset.tokenAddress) throw validationError(['toAddress: must not be the token contract itself'])
  const parsed = parseAmount(input.amount, asset.decimals)
  if ('problem' in parsed) throw validationError([`amount: ${parsed.problem}`])
  return { toAddress, asset, amountUnits: parsed.units }
}

/** A prepared transfer as what acceptance takes (`acceptIntent`). */
export function transferIntent(
  { input, chain, asset, toAddress, amountUnits, quote }: PreparedTransfer,
  name: RequestName = NO_REQUEST_NAME,
): Intent {
  return {
    type: 'TRANSFER',
    chain,
    from: input.fromAddress,
    toAddress,
    tokenAddress: asset.tokenAddress,
    amountUnits,
    decimals: asset.decimals,
    callData: null,
    quote,
    effect: { toAddress, contract: null, selector: null },
    refusal: null,
    webhookUrl: input.webhookUrl,
    webhookSecret: input.webhookSecret,
    tags: tagsOf(input),
    ...name,
  }
}
