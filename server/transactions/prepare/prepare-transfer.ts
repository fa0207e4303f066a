import type { Chain } from '@/server/chains/registry'
import type { Tenant } from '@/server/ctx'
import { checkWebhookTarget } from '@/server/egress/target'
import { tagsOf } from '@/server/text/tags-of'
import type { Intent, Quote } from '@/server/transactions/intent'
import { NO_REQUEST_NAME, type RequestName } from '@/server/transactions/intent-id'
import { estimateTransferFee, sponsoredTransferFee } from './estimate-transfer-fee'
import { prepareEvmTransfer } from './prepare-evm-transfer'
import { prepareSolanaTransfer } from './prepare-solana-transfer'
import { quoteIntent } from './quote-intent'
import { requireChain } from './require-network'
import type { TransferInput } from './transfer-body'
import type { TransferTarget } from './transfer-target'

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
