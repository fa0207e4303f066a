import type { Chain } from '@/server/chains/registry'
import type { Tenant } from '@/server/ctx'
import { checkWebhookTarget } from '@/server/egress/target'
import type { Quote } from '@/server/transactions/intent'
import { estimateTransferFee, sponsoredTransferFee } from './estimate-transfer-fee'
import { prepareEvmTransfer } from './prepare-evm-transfer'
import { prepareSolanaTransfer } from './prepare-solana-transfer'
import { quoteIntent } from './quote-intent'
import { requireChain } from './require-chain'
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
