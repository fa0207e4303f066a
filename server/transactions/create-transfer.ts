import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { preparedOnce } from '@/db/client'
import { lanes, transactions } from '@/db/schema'
import type { TenantCtx } from '@/server/ctx'
import { ApiError, MESSAGES } from '@/server/errors'
import { shared } from '@/server/shared'
import { wakeChain } from '@/server/wake'
import { requireActiveWallet } from '@/server/wallets/require-active-wallet'
import { rememberWebhookSecret } from '@/server/webhooks/request-secrets'
import type { TransactionView } from './contract'
import type { PreparedTransfer } from './prepare-transfer'
import { type TransactionRow, toTransaction } from './view'

const knownLanes = shared('known-lanes', () => new Set<string>())

/**
 * Accepts a transfer: one row in stage `queued`, which is the queue itself. The engine is woken once the caller's transaction committed.
 * Throws not_found, forbidden, failed (wallet), payment_required (gas that nobody covers).
 */
export async function createTransfer(
  ctx: TenantCtx,
  prepared: PreparedTransfer,
  idempotencyKey: string | null,
): Promise<TransactionView> {
  const { input, chain, asset } = prepared
  // Gas debits arrive with the USD ledger; until a balance exists nothing can cover gas on a debited chain.
  if (chain.gasPolicy === 'debited') throw new ApiError('payment_required', MESSAGES.insufficientGas)
  const wallet = await requireActiveWallet(ctx, { chainType: input.chainType, from: input.fromAddress })
  await ensureLane(ctx, { chainId: chain.chainId, walletId: wallet.id, address: wallet.address })
  const now = ctx.now()
  const row: TransactionRow = {
    ...NOT_YET,
    id: v7(),
    businessId: ctx.businessId,
    projectId: ctx.projectId,
    walletId: wallet.id,
    laneWalletId: wallet.id,
    type: 'TRANSFER',
    chainType: chain.chainType,
    network: chain.network,
    chainId: chain.chainId,
    signerType: 'BUSINESS_HD',
    fromAddress: wallet.address,
    addressIndex: wallet.addressIndex,
    toAddress: prepared.toAddress,
    tokenAddress: asset.tokenAddress,
    amountUnits: prepared.amountUnits,
    decimals: asset.decimals,
    status: 'PENDING',
    stage: 'queued',
    webhookUrl: input.webhookUrl ?? null,
    webhookOwnSecret: input.webhookSecret !== undefined,
    idempotencyKey,
    requestId: ctx.requestId,
    createdAt: now,
    updatedAt: now,
  }
  ctx.send(insertRow(ctx.db, row))
  const { webhookSecret } = input
  // Known before the pump can end the transfer, and forgotten with it when the transaction does not commit.
  if (webhookSecret !== undefined) ctx.afterCommit(() => rememberWebhookSecret(row.id, webhookSecret))
  ctx.afterCommit(() => wakeChain(chain.chainId))
  return toTransaction(row, { chain, attempts: 0, headBlock: null })
}

/** What only the engine fills in. */
const NOT_YET = {
  senderAddress: null,
  callData: null,
  gasLimit: null,
  valueUsdMicros: null,
  nativePriceE8: null,
  priceAt: null,
  feeHoldMicros: 0n,
  feeChargedMicros: null,
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
  error: null,
  signedAt: null,
  broadcastAt: null,
  minedAt: null,
  finalAt: null,
} as const

const insertRow = preparedOnce((db) =>
  db
    .insert(transactions)
    .values({
      id: sql.placeholder('id'),
      businessId: sql.placeholder('businessId'),
      projectId: sql.placeholder('projectId'),
      walletId: sql.placeholder('walletId'),
      laneWalletId: sql.placeholder('laneWalletId'),
      type: sql.placeholder('type'),
      chainType: sql.placeholder('chainType'),
      network: sql.placeholder('network'),
      chainId: sql.placeholder('chainId'),
      signerType: sql.placeholder('signerType'),
      fromAddress: sql.placeholder('fromAddress'),
      addressIndex: sql.placeholder('addressIndex'),
      toAddress: sql.placeholder('toAddress'),
      tokenAddress: sql.placeholder('tokenAddress'),
      amountUnits: sql.placeholder('amountUnits'),
      decimals: sql.placeholder('decimals'),
      webhookUrl: sql.placeholder('webhookUrl'),
      webhookOwnSecret: sql.placeholder('webhookOwnSecret'),
      idempotencyKey: sql.placeholder('idempotencyKey'),
      requestId: sql.placeholder('requestId'),
      createdAt: sql.placeholder('createdAt'),
      updatedAt: sql.placeholder('updatedAt'),
    })
    .prepare('accept-transfer'),
)

type Lane = { chainId: number; walletId: string; address: string }

/** The lane row exists once and for good, so a process that saw it need not ask again. */
async function ensureLane(ctx: TenantCtx, lane: Lane): Promise<void> {
  const key = `${lane.chainId}:${lane.walletId}`
  if (knownLanes.has(key)) return
  await ctx.db
    .insert(lanes)
    .values({ businessId: ctx.businessId, ...lane })
    .onConflictDoNothing()
  ctx.afterCommit(() => {
    if (knownLanes.size > 100_000) knownLanes.clear()
    knownLanes.add(key)
  })
}
