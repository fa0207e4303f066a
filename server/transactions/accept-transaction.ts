import { sql } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import type { TransactionRow } from '@/db/schema'
import { chainDue, webhooksDue } from '@/inngest/events'
import type { TransactionView } from '@/schemas/transactions/contract'
import type { StoredAnswer } from '@/server/api/endpoint'
import { requestApproval } from '@/server/approvals/request-approval'
import { type Tenant, type TenantCtx, tenantStatements } from '@/server/ctx'
import { gasHold, requireHeld } from '@/server/engine/gas-holds'
import { publishOutcomes } from '@/server/engine/publish-outcomes'
import { toTransaction } from '@/server/engine/to-transaction'
import { refusal } from '@/server/errors'
import { faultPoint } from '@/server/fault-point'
import { enforcePolicy, isUnderPolicy } from '@/server/policies/enforce-policy'
import { openMissingLanes } from '@/server/queue/open-lanes'
import { reserveBudget } from '@/server/sponsorship/reserve-budget'
import { wake } from '@/server/waking/wake'
import { requireActiveWalletCached, type WalletRow } from '@/server/wallets/require-active-wallet'
import { rememberWebhookSecret } from '@/server/webhooks/request-secrets'
import type { Intent } from './intent'
import { newTransactionRow } from './new-transaction-row'
import { writeAcceptance } from './write-acceptance'

/** An accepted intent: its row, as it was written, and what callers see of it. */
type Accepted = { row: TransactionRow; view: TransactionView; intent: Intent }
type Approval = { reason: string }

/**
 * Accepts an intent: writes one row, which is the queue itself, with its gas held, in the caller's transaction. The
 * engine is woken after the commit. An intent that is known to fail is recorded as FAILED instead, without a hold, and
 * is never queued. Throws not_found, forbidden, failed (wallet, policy), payment_required (gas).
 */
export async function acceptTransaction(ctx: TenantCtx, intent: Intent): Promise<TransactionView> {
  const accepted = await acceptByPolicy(ctx, intent)
  ctx.afterCommit(() => announce([accepted]))
  return accepted.view
}

/**
 * Accepts intents together, in the caller's transaction: each is checked against policies, budget and balance after the
 * ones before it, as if they came one after the other. A refusal throws and leaves none of them. A single intent that
 * is known to fail is recorded as failed; in a batch it is refused (failed). The engine is woken once per chain.
 */
export async function acceptTransactions(ctx: TenantCtx, intents: readonly Intent[]): Promise<TransactionView[]> {
  const failing = intents.find((intent) => intent.refusal !== null)
  if (failing?.refusal) throw refusal('transaction_failed', { message: failing.refusal.error })
  const accepted = await acceptInTurn(ctx, intents, (intent) => acceptByPolicy(ctx, intent))
  return accepted.map(({ view }) => view)
}

/**
 * Accepts each intent that passes, in the caller's transaction and as if they came one after the other. An accepted one
 * counts for the next, and a refused one leaves nothing. Returns the results in their order. The engine is woken once
 * per chain. `approval`: the reason why all of them together need a second person.
 */
export async function acceptEach(
  ctx: TenantCtx,
  intents: readonly Intent[],
  approval: Approval | null,
): Promise<(TransactionView | Error)[]> {
  const outcomes = await acceptInTurn(ctx, intents, async (intent) => {
    await ctx.db.execute(sql`savepoint line`)
    const outcome = await acceptByPolicy(ctx, intent, approval).catch(asError)
    if (!isAccepted(outcome)) await ctx.db.execute(sql`rollback to savepoint line`)
    await ctx.db.execute(sql`release savepoint line`)
    faultPoint('batch-after-line')
    return outcome
  })
  return outcomes.map((outcome) => (isAccepted(outcome) ? outcome.view : outcome))
}

/**
 * Accepts without a transaction, in one statement that also writes the row that `keep` builds from the answer. Returns
 * false, and does nothing, if a policy must be read or a failure recorded: `acceptTransaction` handles these.
 */
export async function acceptAtOnce(
  tenant: Tenant,
  intent: Intent,
  keep: (accepted: TransactionView) => StoredAnswer,
): Promise<boolean> {
  if (intent.refusal !== null || (await isUnderPolicy(tenant))) return false
  const wallet = await requireActiveWalletCached(tenant, walletOf(intent))
  const ctx = { ...tenant, db: tenantStatements(), now: () => new Date() }
  await announce([await accept(ctx, { id: newId(), intent, wallet, approval: null, keep })])
  return true
}

/** Accepts one intent after the other, and wakes the engine after the commit. */
async function acceptInTurn<T extends Accepted | Error>(
  ctx: TenantCtx,
  intents: readonly Intent[],
  acceptOne: (intent: Intent) => Promise<T>,
): Promise<T[]> {
  await openMissingLanes(ctx.db, await lanesOf(ctx, intents))
  const outcomes: T[] = []
  for (const intent of intents) outcomes.push(await acceptOne(intent))
  ctx.afterCommit(() => announce(outcomes.flatMap((outcome) => (isAccepted(outcome) ? [outcome] : []))))
  return outcomes
}

/** The lanes of the wallets. Acceptance opens them, even if another lane sends the transaction later. */
function lanesOf(ctx: TenantCtx, intents: readonly Intent[]) {
  return Promise.all(
    intents.map(async (intent) => {
      const { id: walletId, address } = await requireActiveWalletCached(ctx, walletOf(intent))
      return { businessId: ctx.businessId, chainId: intent.chain.chainId, walletId, address }
    }),
  )
}

function isAccepted(outcome: Accepted | Error): outcome is Accepted {
  return !(outcome instanceof Error)
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error('not an error', { cause: error })
}

/** `ofAll`: the reason why all intents of a batch need approval, even if the policies would allow this one. */
async function acceptByPolicy(ctx: TenantCtx, intent: Intent, ofAll: Approval | null = null): Promise<Accepted> {
  const wallet = await requireActiveWalletCached(ctx, walletOf(intent))
  const id = newId()
  const { valueUsdMicros } = intent.quote
  const { approval: own } = await enforcePolicy(ctx, { transactionId: id, ...intent.effect, valueUsdMicros })
  const approval = own ?? ofAll
  const accepted = await accept(ctx, { id, intent, wallet, approval })
  const { row, view } = accepted
  if (row.stage === 'awaiting_approval' && approval)
    await requestApproval(ctx, { transactionId: id, requestedBy: intent.requestedBy, ...approval })
  if (row.status === 'FAILED') await publishOutcome(ctx, row, view)
  return accepted
}

type Judged = {
  id: string
  intent: Intent
  wallet: WalletRow
  approval: Approval | null
  keep?: (accepted: TransactionView) => StoredAnswer
}

/**
 * Every acceptance ends here: reserves the gas in the day's budget where the platform pays, and writes the row with its
 * hold in one statement.
 */
async function accept(ctx: Tenant & Pick<TenantCtx, 'db' | 'now'>, judged: Judged): Promise<Accepted> {
  const { id, intent, wallet, approval, keep } = judged
  const { chain, quote, refusal: known } = intent
  const sponsored = { chainId: chain.chainId, micros: known === null ? quote.sponsoredMicros : 0n }
  const reservation = await reserveBudget(ctx, sponsored)
  const row = newTransactionRow(ctx, { id, intent, wallet, needsApproval: approval !== null, reservation })
  const view = toTransaction(row, { chain, attempts: 0, headBlock: null })
  const hold = gasHold(ctx, { transactionId: id, micros: row.feeHoldMicros })
  requireHeld(await writeAcceptance(ctx.db, { row, hold, storedAnswer: keep?.(view) ?? null }), row.feeHoldMicros)
  return { row, view, intent }
}

function walletOf({ chain, from }: Intent): Parameters<typeof requireActiveWalletCached>[1] {
  return { chainType: chain.chainType, from }
}

/** Runs after the commit: the worker must not be awake before the secret is known. */
async function announce(accepted: readonly Pick<Accepted, 'row' | 'intent'>[]): Promise<void> {
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
