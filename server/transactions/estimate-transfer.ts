import { newId } from '@/db/new-id'
import type { TransferEstimate } from '@/schemas/transactions/estimate/contract'
import { readFromChain } from '@/server/chains/read-from-chain'
import type { Tenant, TenantCtx } from '@/server/ctx'
import { readAvailable } from '@/server/ledger/read-available'
import { formatAmount } from '@/server/money/amount'
import { formatUsd, usdMicrosUp } from '@/server/money/usd'
import { previewPolicy } from '@/server/policies/enforce-policy'
import { REFUSALS } from '@/server/refusals/refusals'
import { findBlocked } from '@/server/screening/find-blocked'
import { readBudgetLeft } from '@/server/sponsorship/read-budget-left'
import { requireActiveWalletCached } from '@/server/wallets/require-active-wallet'
import { estimateTransferFee, expectedTransferFee } from './prepare/estimate-transfer-fee'
import { type PreparedTransfer, prepareTransfer } from './prepare/prepare-transfer'
import type { TransferInput } from './prepare/transfer-body'

type PreparedEstimate = { transfer: PreparedTransfer; maxFeeUnits: bigint; expectedFeeUnits: bigint }

/**
 * Checks a transfer like its acceptance and reads the fees from the chain. Throws the errors of `prepareTransfer`, also
 * for the wallet.
 */
export async function prepareEstimate(tenant: Tenant, input: TransferInput): Promise<PreparedEstimate> {
  const transfer = await prepareTransfer(tenant, input)
  const { chain, toAddress, asset, amountUnits, quote } = transfer
  const intent = { chain, from: input.fromAddress, toAddress, asset, amountUnits }
  const [maxFeeUnits, expectedFeeUnits] = await Promise.all([
    // The fee of the hold, if there is one: a block later it may be another.
    quote.worstFeeUnits ?? readFromChain(() => estimateTransferFee(tenant, intent)),
    readFromChain(() => expectedTransferFee(tenant, intent)),
  ])
  return { transfer, maxFeeUnits, expectedFeeUnits }
}

/**
 * Estimates a transfer: its cost, who would pay its gas, and the verdict of the policies. Records and reserves nothing,
 * so transactions that are accepted meanwhile may change the answer. Throws not_found, forbidden, failed (wallet).
 */
export async function estimateTransfer(ctx: TenantCtx, prepared: PreparedEstimate): Promise<TransferEstimate> {
  const { transfer, maxFeeUnits, expectedFeeUnits } = prepared
  const { input, chain, toAddress, asset, amountUnits, quote } = transfer
  const wallet = await requireActiveWalletCached(ctx, { chainType: chain.chainType, from: input.fromAddress })
  const blocked = await findBlocked(ctx, [toAddress])
  const verdict = await previewPolicy(ctx, {
    transactionId: newId(),
    toAddress,
    contract: null,
    selector: null,
    valueUsdMicros: quote.valueUsdMicros,
  })
  const isSponsored = chain.gasPolicy === 'sponsored'
  const neededMicros = isSponsored ? quote.sponsoredMicros : quote.feeHoldMicros
  const availableMicros = isSponsored
    ? await readBudgetLeft(ctx.businessId, chain.chainId, ctx.now())
    : await readAvailable(ctx.db, ctx.businessId)
  const usdOf = (units: bigint) =>
    quote.nativePriceE8 === null ? null : formatUsd(usdMicrosUp(units, chain.nativeDecimals, quote.nativePriceE8))
  return {
    chainType: chain.chainType,
    network: chain.network,
    chainId: chain.chainId,
    fromAddress: wallet.address,
    addressIndex: wallet.addressIndex,
    toAddress,
    amount: formatAmount(amountUnits, asset.decimals),
    ...(asset.tokenAddress !== null && { tokenAddress: asset.tokenAddress }),
    valueUsd: quote.valueUsdMicros === null ? null : formatUsd(quote.valueUsdMicros),
    fee: {
      symbol: chain.nativeSymbol,
      expected: formatAmount(expectedFeeUnits, chain.nativeDecimals),
      max: formatAmount(maxFeeUnits, chain.nativeDecimals),
      expectedUsd: usdOf(expectedFeeUnits),
      maxUsd: usdOf(maxFeeUnits),
    },
    gas: {
      paidBy: isSponsored ? 'SPONSORED' : 'BALANCE',
      neededUsd: formatUsd(neededMicros),
      availableUsd: formatUsd(availableMicros),
      isCovered: neededMicros <= availableMicros,
    },
    // In the order of acceptance.
    policy: verdict.refusal === null && blocked.size > 0 ? BLOCKED : policyOf(verdict),
  }
}

const BLOCKED = {
  verdict: 'REFUSED',
  code: 'address_blocked',
  reason: REFUSALS.address_blocked.message,
} as const

function policyOf(verdict: Awaited<ReturnType<typeof previewPolicy>>): TransferEstimate['policy'] {
  if (verdict.refusal !== null) {
    return { verdict: 'REFUSED', code: verdict.refusal.code, reason: verdict.refusal.message }
  }
  if (verdict.approval) return { verdict: 'NEEDS_APPROVAL', code: null, reason: verdict.approval.reason }
  return { verdict: 'ALLOWED', code: null, reason: null }
}
