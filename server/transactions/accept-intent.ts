import { sql } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import type { TransactionRow } from '@/db/schema'
import { chainDue, webhooksDue } from '@/inngest/events'
import type { TransactionView } from '@/schemas/transactions/contract'
import type { StoredAnswer } from '@/server/api/endpoint'
import { requestApproval } from '@/server/approvals/request-approval'
import { type Tenant, type TenantCtx, tenantStatements } from '@/server/ctx'
import { publishOutcomes } from '@/server/engine/publish-outcomes'
import { toTransaction } from '@/server/engine/to-transaction'
import { refusal } from '@/server/errors'
import { faultPoint } from '@/server/fault-point'
import { enforcePolicy, isUnderPolicy } from '@/server/policies/enforce-policy'
import { openMissingLanes } from '@/server/queue/open-lanes'
import { reserveBudget } from '@/server/sponsorship/reserve-budget'
import { wake } from '@/server/waking/wake'
import type { WalletRow } from '@/server/wallets/require-active-wallet'
import { requireActiveWalletCached } from '@/server/wallets/require-active-wallet-cached'
import { rememberWebhookSecret } from '@/server/webhooks/request-secrets'
import { gasHold, holdGas, requireHeld } from './hold-gas'
import type { Intent } from './intent'
import { newTransactionRow } from './new-transaction-row'
import { writeAcceptance } from './write-acceptance'

/**
 * Accepts an intent: writes one row, which is the queue itself, with its gas held, in the caller's transaction. The
 * engine is woken after the commit. An intent that is known to fail is recorded as FAILED instead, without a hold, and
 * is never queued. Throws not_found, forbidden, failed (wallet, policy), payment_required (gas).
 */
export async function acceptIntent(ctx: TenantCtx, intent: Intent): Promise<TransactionView> {
  const { row, view } = await write(ctx, intent)
  ctx.afterCommit(() => announce([{ row, intent }]))
  return view
}

/**
 * Accepts intents together, in the caller's transaction: each is checked against policies, budget and balance after the
 * ones before it, as if they came one after the other. A refusal throws and leaves none of them. A single intent that
 * is known to fail is recorded as failed; in a batch it is refused (failed). The engine is woken once per chain.
 */
export async function acceptIntents(ctx: TenantCtx, intents: readonly Intent[]): Promise<TransactionView[]> {
  const doomed = intents.find((intent) => intent.refusal !== null)
  if (doomed?.refusal) throw refusal('transaction_failed', { message: doomed.refusal.error })
  await openMissingLanes(ctx.db, await lanesOf(ctx, intents))
  const accepted: { row: TransactionRow; intent: Intent; view: TransactionView }[] = []
  for (const intent of intents) accepted.push({ intent, ...(await write(ctx, intent)) })
  ctx.afterCommit(() => announce(accepted))
  return accepted.map(({ view }) => view)
}

/** The lanes of the wallets, which acceptance opens whichever lane sends the transaction later. */
function lanesOf(ctx: TenantCtx, intents: readonly Intent[]) {
  return Promise.all(
    intents.map(async (intent) => {
      const { id: walletId, address } = await requireActiveWalletCached(ctx, walletOf(intent))
      return { businessId: ctx.businessId, chainId: intent.chain.chainId, walletId, address }
    }),
  )
}

/**
 * Accepts each intent that passes, in the caller's transaction and as if they came one after the other. An accepted one
 * counts for the next, and a refused one leaves nothing. Returns the results in their order. The engine is woken once
 * per chain. `approval`: why all of them together need a second person.
 */
export async function acceptEach(
  ctx: TenantCtx,
  intents: readonly Intent[],
  approval: { reason: string } | null,
): Promise<(TransactionView | Error)[]> {
  await openMissingLanes(ctx.db, await lanesOf(ctx, intents))
  const accepted: { row: TransactionRow; intent: Intent }[] = []
  const outcomes: (TransactionView | Error)[] = []
  for (const intent of intents) {
    await ctx.db.execute(sql`savepoint line`)
    const outcome = await write(ctx, intent, approval).catch((error: unknown) => asError(error))
    if (outcome instanceof Error) await ctx.db.execute(sql`rollback to savepoint line`)
    else accepted.push({ row: outcome.row, intent })
    await ctx.db.execute(sql`release savepoint line`)
    outcomes.push(outcome instanceof Error ? outcome : outcome.view)
  }
  ctx.afterCommit(() => announce(accepted))
  return outcomes
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error('not an error', { cause: error })
}

async function write(
  ctx: TenantCtx,
  intent: Intent,
  ofAll: { reason: string } | null = null,
): Promise<{ row: TransactionRow; view: TransactionView }> {
  const wallet = await requireActiveWalletCached(ctx, walletOf(intent))
  const id = newId()
  const { approval: own } = await enforcePolicy(ctx, {
    transactionId: id,
    ...intent.effect,
    valueUsdMicros: intent.quote.valueUsdMicros,
  })
  const approval = own ?? ofAll
  const { row, view } = await draft(ctx, { id, intent, wallet, needsApproval: approval !== null })
  await holdGas(ctx, { transactionId: id, micros: row.feeHoldMicros })
  await writeAcceptance(ctx.db, { row, hold: null, kept: null })
  if (row.stage === 'awaiting_approval' && approval) await requestApproval(ctx, { transactionId: id, ...approval })
  if (row.status === 'FAILED') await publishOutcome(ctx, row, view)
  return { row, view }
}

/**
 * Accepts without a transaction, in one statement that also writes the row `keep` makes of the answer. Returns false,
 * and does nothing, where a policy has to be read or a failure recorded: that is for `acceptIntent`.
 */
export async function acceptAtOnce(
  tenant: Tenant,
  intent: Intent,
  keep: (accepted: TransactionView) => StoredAnswer,
): Promise<boolean> {
  if (intent.refusal !== null || (await isUnderPolicy(tenant))) return false
  const wallet = await requireActiveWalletCached(tenant, walletOf(intent))
  const id = newId()
  const caller = { ...tenant, now: () => new Date() }
  const { row, view } = await draft(caller, { id, intent, wallet, needsApproval: false })
  const gas = { transactionId: id, micros: row.feeHoldMicros }
  const kept = keep(view)
  requireHeld(await writeAcceptance(tenantStatements(), { row, hold: gasHold(tenant, gas), kept }), gas)
  await announce([{ row, intent }])
  return true
}

type Drafted = { id: string; intent: Intent; wallet: WalletRow; needsApproval: boolean }

/** The row to write and its events, with its gas reserved in the day's budget where the platform pays. */
async function draft(
  caller: Tenant & Pick<TenantCtx, 'now'>,
  parts: Drafted,
): Promise<{ row: TransactionRow; view: TransactionView }> {
  const { chain, quote, refusal: known } = parts.intent
  const sponsored = { chainId: chain.chainId, micros: known === null ? quote.sponsoredMicros : 0n }
  const reservation = await reserveBudget(caller, sponsored)
  const row = newTransactionRow(caller, { ...parts, reservation })
  return { row, view: toTransaction(row, { chain, attempts: 0, headBlock: null }) }
}

function walletOf({ chain, from }: Intent): Parameters<typeof requireActiveWalletCached>[1] {
  return { chainType: chain.chainType, from }
}

/** Once it is committed: the pump must not be awake before the secret is known. */
async function announce(accepted: readonly { row: TransactionRow; intent: Intent }[]): Promise<void> {
  for (const { row, intent } of accepted)
    if (intent.webhookSecret !== undefined) await rememberWebhookSecret(row.id, intent.webhookSecret)
  faultPoint('accept-after-commit')
  const queued = accepted.filter(({ row }) => row.status === 'PENDING' && row.stage === 'queued')
  for (const chainId of new Set(queued.map(({ row }) => row.chainId))) await wake(chainDue, { chainId })
}

async function publishOutcome(ctx: TenantCtx, row: TransactionRow, view: TransactionView): Promise<void> {
  const messages = await publishOutcomes(ctx.db, { rows: [row], viewsOf: async () => [view] }, ctx.now())
  if (messages > 0) ctx.afterCommit(() => wake(webhooksDue, {}))
}
