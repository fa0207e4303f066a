import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import { tokenItems, tokenOperations, tokenSteps, transactions, wallets } from '@/db/schema'
import type { OperationView } from '@/schemas/tokens/operations/contract'
import { type OperationKind, REDEMPTION_INDEX } from '@/schemas/tokens/words'
import type { TransactionView } from '@/schemas/transactions/contract'
import { appendAudit } from '@/server/audit/append-audit'
import type { ProjectCtx, TenantCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'
import { faultPoint } from '@/server/fault-point'
import { requireUnblocked } from '@/server/screening/find-blocked'
import { requireUnpaid } from '@/server/tokens/solana/require-unpaid'
import { currentTraceparent, withTraceOf } from '@/server/tracing/trace'
import { acceptTransactions } from '@/server/transactions/accept-transaction'
import type { Intent } from '@/server/transactions/intent'
import type { RequestName } from '@/server/transactions/intent-id'
import { rememberWebhookSecret } from '@/server/webhooks/request-secrets'
import { encodeFund } from './asset-calls'
import { assignStepIds } from './assign-step-ids'
import type { OperationRow, PlannedCall } from './plan'
import type { PreparedOperation } from './prepare-operation'
import { toOperation } from './view'

type Opening = PreparedOperation &
  RequestName & {
    /** Present if other rows already refer to it. */
    id?: string
  }
/**
 * Opens an operation in the caller's transaction: its row, the outcome of each line and its first transactions. A
 * refused one is recorded as FAILED and sends nothing. Throws not_found, forbidden, failed (wallet, policy, blocked
 * address), payment_required (gas).
 */
export async function openOperation(ctx: ProjectCtx, opening: Opening): Promise<OperationView> {
  const { token, kind, detail, payoutId, refusal: refused, webhookUrl, webhookSecret } = opening
  if (!refused) await requireUnblocked(ctx, givenTo(opening))
  if (!refused && kind === 'MINT') await requireActiveAdmin(ctx, token)
  const id = opening.id ?? newId()
  const now = ctx.now()
  faultPoint('operation-before-row')
  const [row] = await ctx.db
    .insert(tokenOperations)
    .values({
      id,
      businessId: ctx.businessId,
      projectId: ctx.projectId,
      tokenId: token.id,
      kind,
      detail,
      payoutId,
      status: refused ? 'FAILED' : 'PENDING',
      error: refused?.error ?? null,
      code: refused?.code ?? null,
      webhookUrl: webhookUrl ?? null,
      webhookOwnSecret: webhookSecret !== undefined,
      idempotencyKey: opening.idempotencyKey,
      intentId: opening.intentId,
      requestId: ctx.requestId,
      traceContext: currentTraceparent(),
      createdBy: `${ctx.actor.type}:${ctx.actor.id}`,
      createdAt: now,
      updatedAt: now,
      endedAt: refused ? now : null,
    })
    // A payout has at most one open operation; another request was faster.
    .onConflictDoNothing()
    .returning()
  if (!row) throw refusal('operation_open')
  if (!refused) await requireUnpaid(ctx, row, opening.items)
  const items = toItems(row, opening)
  if (items.length > 0) await ctx.db.insert(tokenItems).values(items)
  const accepted = refused ? [] : await openBatch(ctx, row, { ...opening, wave: 1 })
  faultPoint('operation-after-row')
  await appendAudit(ctx, {
    action: 'token.operation',
    target: id,
    detail: { tokenId: token.id, kind, ...detail, ...(refused && { refused: refused.code }) },
  })
  ctx.afterCommit(() => {
    if (webhookSecret !== undefined && !refused) rememberWebhookSecret(id, webhookSecret)
  })
  return toOperation(row, { steps: accepted, items, decimals: token.decimals })
}

/**
 * Requires an active tokenAdmin for a mint, whose holders it has to pay. Holds it until the mint is written: a
 * deactivation waits, and then finds the mint. Throws failed.
 */
async function requireActiveAdmin({ db, businessId }: ProjectCtx, { walletId }: Opening['token']): Promise<void> {
  const [admin] = await db
    .select({ isActive: wallets.isActive })
    .from(wallets)
    .where(and(eq(wallets.businessId, businessId), eq(wallets.id, walletId)))
    .for('key share')
  if (!admin?.isActive) throw refusal('wallet_deactivated')
}

/** Kinds that credit nothing to the wallets that they name. */
const GIVES_NOTHING: ReadonlySet<OperationKind> = new Set(['DEPLOY', 'REMOVE', 'PAUSE', 'UNPAUSE'])

/** The wallets that an operation credits or debits. */
function givenTo({ kind, detail, items, decidedCodes }: Opening): string[] {
  if (GIVES_NOTHING.has(kind) || (kind === 'FREEZE' && detail.frozen === true)) return []
  const lines = items.filter((_, line) => (decidedCodes?.[line] ?? null) === null).map(({ address }) => address)
  const { from, to, address } = detail
  return [...lines, ...[from, to, address].filter((one) => typeof one === 'string')]
}

type Batch = Pick<PreparedOperation, 'intents'> & { calls: readonly PlannedCall[]; wave: number }

/**
 * Accepts the calls of one batch together and records their transactions. Returns the steps; calls that are not
 * accepted are planned again later.
 */
export async function openBatch(ctx: ProjectCtx, row: OperationRow, { intents, calls, wave }: Batch) {
  const { id, businessId } = row
  for (const call of calls) await requireAlone(ctx, call)
  const intentIds = await assignStepIds(ctx, row, { chainType: intents[0]?.chain.chainType, calls })
  // Later batches are accepted by a job, and still those of the person or key that requested the operation.
  const requestedBy = row.createdBy
  const named = intents.map((intent, n) => ({
    ...intent,
    requestedBy,
    idempotencyKey: null,
    intentId: intentIds[n] ?? null,
  }))
  const accepted = await withTraceOf(row.traceContext, () => acceptInOrder(ctx, { intents: named, calls }))
  const steps = calls.slice(0, accepted.length).map((call, n) => ({
    id: newId(),
    businessId,
    operationId: id,
    wave,
    // A batch has fewer calls than this.
    number: wave * 1_000 + n,
    fromAddress: call.from,
    toAddress: call.to,
    callData: call.data,
    firstLine: call.firstLine ?? 0,
    lineCount: call.lineCount ?? 0,
    status: 'OPEN' as const,
    transactionId: accepted[n]?.id ?? null,
    txHash: accepted[n]?.txHash ?? null,
  }))
  await ctx.db.insert(tokenSteps).values(steps)
  faultPoint('operation-before-commit')
  return steps
}

type Named = { intents: readonly Intent[]; calls: readonly PlannedCall[] }

/**
 * Accepts calls in order. Stops before a call that needs the previous one if that one waits for an approval, because it
 * would fail without it.
 */
async function acceptInOrder(ctx: ProjectCtx, { intents, calls }: Named): Promise<TransactionView[]> {
  const accepted: TransactionView[] = []
  while (accepted.length < calls.length) {
    const isHeld = accepted.at(-1)?.stage === 'awaiting_approval'
    if (isHeld && calls[accepted.length]?.needsPrevious) break
    const next = calls.findIndex(({ needsPrevious }, n) => n > accepted.length && needsPrevious)
    const some = intents.slice(accepted.length, next < 0 ? undefined : next)
    accepted.push(...(await acceptTransactions(ctx, some)))
  }
  return accepted
}

/** A line that was refused before already has its outcome; the others wait for the chain. */
function toItems({ id, businessId, status }: OperationRow, { items, lineCodes, decidedCodes, refusal }: Opening) {
  return items.map(({ address, amountUnits, investorId }, line) => {
    const leftOut = decidedCodes?.[line] ?? null
    const code = status === 'FAILED' ? (lineCodes[line] ?? refusal?.code ?? null) : leftOut
    return {
      operationId: id,
      businessId,
      line,
      address,
      amountUnits: amountUnits ?? null,
      investorId: investorId ?? null,
      status: leftOut === null ? status : ('FAILED' as const),
      code,
    }
  })
}

/** Funding a payout takes payment tokens of the tokenAdmin, though its call names only the token that it funds. */
const FUND_SELECTOR = encodeFund(REDEMPTION_INDEX).slice(0, 10)

/**
 * Refuses a call that cannot be undone while its wallet has another open transaction that could change the facts it was
 * planned with. Later transactions of that wallet are mined after the call. Throws conflict.
 */
async function requireAlone(
  { db, businessId }: TenantCtx,
  { from, data, notBeside = [] }: Pick<PlannedCall, 'from' | 'data' | 'notBeside'>,
): Promise<void> {
  if (notBeside.length === 0 && !data.startsWith(FUND_SELECTOR)) return
  // Calls of two tokens of one wallet, accepted at once, would not see each other.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`funds of ${businessId} ${from}`}, 0))`)
  if (notBeside.length === 0) return
  const contracts = notBeside.map((address) => address.toLowerCase())
  const [open] = await db
    .select({ id: transactions.id })
    .from(transactions)
    .where(
      and(
        eq(transactions.businessId, businessId),
        eq(transactions.fromAddress, from),
        eq(transactions.status, 'PENDING'),
        or(
          inArray(sql`lower(${transactions.toAddress})`, contracts),
          inArray(sql`lower(${transactions.tokenAddress})`, contracts),
          eq(sql`left(${transactions.callData}, ${FUND_SELECTOR.length})`, FUND_SELECTOR),
        ),
      ),
    )
    .limit(1)
  if (open) throw refusal('operation_open', { message: `Transaction ${open.id} of the tokenAdmin has to end first` })
}
