import type { TransactionRow } from '@/db/schema'
import { isRelayed } from '@/server/chains/registry'
import type { Tenant, TenantCtx } from '@/server/ctx'
import { createsContract } from '@/server/engine/to-transaction'
import type { Reservation } from '@/server/sponsorship/reserve-budget'
import { currentTraceparent } from '@/server/tracing/trace'
import type { WalletRow } from '@/server/wallets/require-active-wallet'
import type { Intent } from './intent'

type Parts = {
  id: string
  intent: Intent
  wallet: WalletRow
  needsApproval: boolean
  reservation: Reservation | null
}

/** The row of an accepted intent, or of one that is known to fail. Columns that only the engine fills in are null. */
export function newTransactionRow(ctx: Tenant & Pick<TenantCtx, 'now'>, parts: Parts): TransactionRow {
  const { id, intent, wallet, needsApproval, reservation } = parts
  const { chain, quote, refusal } = intent
  const now = ctx.now()
  // Written out: an object with that many keys, combined from others, takes V8 a hundred times as long.
  return {
    id,
    businessId: ctx.businessId,
    projectId: ctx.projectId,
    walletId: wallet.id,
    // A relayer submits calls; the wallet itself sends a transaction without a recipient.
    laneWalletId: isRelayed(chain) && !createsContract(intent) ? null : wallet.id,
    senderAddress: null,
    type: intent.type,
    chainType: chain.chainType,
    network: chain.network,
    chainId: chain.chainId,
    signerType: 'BUSINESS_HD',
    fromAddress: wallet.address,
    addressIndex: wallet.addressIndex,
    toAddress: intent.toAddress,
    tokenAddress: intent.tokenAddress,
    callData: intent.callData,
    amountUnits: intent.amountUnits,
    decimals: intent.decimals,
    gasLimit: quote.gasLimit,
    valueUsdMicros: quote.valueUsdMicros,
    nativePriceE8: quote.nativePriceE8,
    priceAt: quote.priceAt,
    feeHoldMicros: refusal === null ? quote.feeHoldMicros : 0n,
    feeChargedMicros: null,
    gasShareId: reservation?.shareId ?? null,
    gasShareMicros: reservation?.micros ?? null,
    gasBudgetDay: reservation?.day ?? null,
    gasBudgetMicros: reservation?.micros ?? 0n,
    status: refusal === null ? 'PENDING' : 'FAILED',
    stage: needsApproval && refusal === null ? 'awaiting_approval' : 'queued',
    error: refusal?.error ?? null,
    shortfall: refusal?.shortfall ?? null,
    servedTransactionId: null,
    cancelRequestedAt: null,
    speedUpRequestedAt: null,
    needsOperator: null,
    nonce: null,
    txHash: null,
    blockNumber: null,
    blockHash: null,
    receiptSucceeded: null,
    gasUsed: null,
    feeWei: null,
    webhookUrl: intent.webhookUrl ?? null,
    webhookOwnSecret: intent.webhookSecret !== undefined,
    idempotencyKey: intent.idempotencyKey,
    intentId: intent.intentId,
    reference: intent.tags?.reference ?? null,
    referenceFingerprint: intent.tags?.referenceFingerprint ?? null,
    metadata: intent.tags?.metadata ?? null,
    batchId: intent.batchId ?? null,
    declaredFunction: intent.declaredFunction ?? null,
    sweepRuleId: intent.sweep?.ruleId ?? null,
    sweepTrigger: intent.sweep?.trigger ?? null,
    requestId: ctx.requestId,
    traceContext: currentTraceparent(),
    createdAt: now,
    updatedAt: now,
    signedAt: null,
    broadcastAt: null,
    minedAt: null,
    finalAt: refusal === null ? null : now,
  }
}
