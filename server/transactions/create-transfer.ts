import type { TransactionView } from '@/schemas/transactions/contract'
import type { TenantCtx } from '@/server/ctx'
import { tagsOf } from '@/server/text/tags-of'
import type { PreparedTransfer } from '@/server/transactions/prepare/prepare-transfer'
import { acceptIntent } from './accept-intent'
import type { Intent } from './intent'
import { NO_REQUEST_NAME, type RequestName } from './intent-id'

/** Accepts a transfer; see `acceptIntent`. Throws not_found, forbidden, failed (wallet, policy), payment_required. */
export function createTransfer(
  ctx: TenantCtx,
  prepared: PreparedTransfer,
  name: RequestName = NO_REQUEST_NAME,
): Promise<TransactionView> {
  return acceptIntent(ctx, transferIntent(prepared, name))
}

/** A prepared transfer as what acceptance takes. */
export function transferIntent(
  { input, chain, asset, toAddress, amountUnits, quote }: PreparedTransfer,
  name: RequestName,
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
