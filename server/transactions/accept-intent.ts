import { newId } from '@/db/new-id'
import type { TransactionRow } from '@/db/schema'
import { chainWoken, webhooksWoken } from '@/inngest/events'
import { requestApproval } from '@/server/approvals/request-approval'
import type { TenantCtx } from '@/server/ctx'
import { tellOutcomes } from '@/server/engine/tell-outcomes'
import { toTransaction } from '@/server/engine/to-transaction'
import { faultPoint } from '@/server/fault-point'
import { enforcePolicy } from '@/server/policies/enforce-policy'
import { reserveBudget } from '@/server/sponsorship/reserve-budget'
import { wake } from '@/server/wake'
import { recallActiveWallet } from '@/server/wallets/recall-active-wallet'
import { rememberWebhookSecret } from '@/server/webhooks/request-secrets'
import type { TransactionView } from './contract'
import { ensureLane } from './ensure-lane'
import { holdGas } from './hold-gas'
import { insertTransaction } from './insert-transaction'
import type { Intent } from './intent'
import { newTransactionRow } from './new-transaction-row'

/**
 * Accepts an intent: one row, which is the queue itself, with its gas held, in the caller's transaction; the engine is woken once that
 * commits. What is known to fail is recorded as FAILED instead, without a hold and without ever reaching a queue.
 * Throws not_found, forbidden, failed (wallet, policy), payment_required (gas).
 */
export async function acceptIntent(ctx: TenantCtx, intent: Intent): Promise<TransactionView> {
  const { chain, quote } = intent
  const wallet = await recallActiveWallet(ctx, { chainType: chain.chainType, from: intent.from })
  const id = newId()
  const { approval } = await enforcePolicy(ctx, {
    transactionId: id,
    ...intent.effect,
    valueUsdMicros: quote.valueUsdMicros,
  })
  await ensureLane(ctx, { chainId: chain.chainId, walletId: wallet.id, address: wallet.address })
  const sponsored = { chainId: chain.chainId, micros: intent.refusal === null ? quote.sponsoredMicros : 0n }
  const reservation = await reserveBudget(ctx, sponsored)
  const row = newTransactionRow(ctx, { id, intent, wallet, needsApproval: approval !== null, reservation })
  await holdGas(ctx, { transactionId: id, micros: row.feeHoldMicros })
  ctx.send((db) => insertTransaction(db, row))
  if (row.stage === 'awaiting_approval' && approval) await requestApproval(ctx, { transactionId: id, ...approval })
  const view = toTransaction(row, { chain, attempts: 0, headBlock: null })
  const { webhookSecret } = intent
  // Known before the pump can end it, and forgotten with it when the transaction does not commit.
  if (webhookSecret !== undefined) ctx.afterCommit(() => rememberWebhookSecret(id, webhookSecret))
  if (row.status === 'FAILED') await tellOutcome(ctx, row, view)
  ctx.afterCommit(() => faultPoint('accept-after-commit'))
  if (row.status === 'PENDING' && row.stage === 'queued')
    ctx.afterCommit(() => wake(chainWoken, { chainId: chain.chainId }))
  return view
}

async function tellOutcome(ctx: TenantCtx, row: TransactionRow, view: TransactionView): Promise<void> {
  const messages = await tellOutcomes(ctx.db, [{ row, view }], ctx.now())
  if (messages > 0) ctx.afterCommit(() => wake(webhooksWoken, {}))
}
