import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { transactions } from '@/db/schema'
import { chainDue } from '@/inngest/events'
import type { MutationOutcome } from '@/schemas/proposals/contract'
import type { DecideRepeatedInput } from '@/schemas/recovery/contract'
import { closeAlarm } from '@/server/alarms/raise-alarm'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import { requireRunningChain } from '@/server/chains/require-running-chain'
import { inWorker, type OperatorCtx } from '@/server/ctx'
import { endTransactions } from '@/server/engine/end-transactions'
import { CANCELLED_BEFORE_SENDING } from '@/server/engine/evm/fail-queued'
import { attachFoundIn } from '@/server/engine/evm/recovery/attach-found'
import { ApiError, notFound } from '@/server/errors'
import { findRate } from '@/server/fx/require-rate'
import { koboOfUsdUp } from '@/server/money/fx'
import { mutateOrPropose } from '@/server/proposals/mutate-or-propose'
import { type LostTransactionRef, listLost, releaseHeldTransaction } from '@/server/recovery/lost-transactions'
import { wake } from '@/server/waking/wake'

/**
 * Stores an operator's decision on a transaction that may be on its chain already. If all such decisions of a day
 * exceed the limit together, a second operator has to approve, except for a cancellation. Throws not_found, and failed
 * if it is no longer held.
 */
export async function decideRepeated(ctx: OperatorCtx, input: DecideRepeatedInput): Promise<MutationOutcome> {
  await requireHeld(ctx.db, input.transactionId)
  if (input.decision === 'cancel') {
    await executeDecision(ctx, input)
    return { state: 'done' }
  }
  const request = {
    act: 'decide_repeated',
    subject: input.transactionId,
    input,
    valueMinor: await koboOf(ctx, input),
  } as const
  return mutateOrPropose(ctx, { request, mutate: () => executeDecision(ctx, input) })
}

/**
 * Carries out the decision: the transaction is sent, ends like the one on chain, or is cancelled. Audited. Throws
 * not_found, unavailable, failed.
 */
export async function executeDecision(ctx: OperatorCtx, { transactionId, decision, reason }: DecideRepeatedInput) {
  const lost = await requireHeld(ctx.db, transactionId)
  const { chainId, hash } = lost
  const chain = await requireRunningChain(chainId)
  if (decision === 'cancel') await endTransactions(chain, null, (db) => cancel(db, lost, transactionId))
  else
    await inWorker(({ db }) => (decision === 'send' ? send(db, lost, transactionId) : attach(db, lost, transactionId)))
  ctx.afterCommit(() => wake(chainDue, { chainId }))
  await appendPlatformAudit(ctx, {
    action: 'recovery.decided',
    target: transactionId,
    detail: { decision, hash, reason },
  })
}

async function requireHeld(db: Database, transactionId: string): Promise<LostTransactionRef> {
  const lost = (await listLost(db, 'held')).find(({ heldId }) => heldId === transactionId)
  if (!lost) throw notFound('Held transaction')
  return lost
}

/** The value in kobo; null if it is unknown. */
async function koboOf(ctx: OperatorCtx, { transactionId }: DecideRepeatedInput): Promise<bigint | null> {
  const [row] = await ctx.db
    .select({ micros: transactions.valueUsdMicros })
    .from(transactions)
    .where(eq(transactions.id, transactionId))
  const rate = await findRate(ctx)
  return row?.micros == null || !rate ? null : koboOfUsdUp(row.micros, rate.ngnPerUsdE8)
}

const HELD = { needsOperator: null, updatedAt: sql`now()` }
const isHeld = (id: string) =>
  and(eq(transactions.id, id), eq(transactions.status, 'PENDING'), eq(transactions.stage, 'awaiting_approval'))

async function send(db: Database, lost: LostTransactionRef, id: string): Promise<void> {
  await release(db, lost, { id, isOther: true })
  await db
    .update(transactions)
    .set({ ...HELD, stage: 'queued' })
    .where(isHeld(id))
}

async function attach(db: Database, lost: LostTransactionRef, id: string): Promise<void> {
  await release(db, lost, { id, isOther: false })
  await db.update(transactions).set(HELD).where(isHeld(id))
  const { toAddress: to, raw, ...signed } = lost
  await attachFoundIn(db, lost.chainId, [
    { transactionId: id, signed: { ...signed, to, raw: Buffer.from(raw, 'hex') } },
  ])
}

async function cancel(db: Database, lost: LostTransactionRef, id: string) {
  await release(db, lost, { id, isOther: false })
  return db
    .update(transactions)
    .set({ ...HELD, status: 'FAILED', error: CANCELLED_BEFORE_SENDING, finalAt: sql`now()` })
    .where(isHeld(id))
    .returning()
}

async function release(
  db: Database,
  lost: LostTransactionRef,
  { id, isOther }: { id: string; isOther: boolean },
): Promise<void> {
  if (!(await releaseHeldTransaction(db, lost, { isOther })))
    throw new ApiError('failed', 'A decision was made already')
  await closeAlarm(db, { kind: 'needs_operator', chainId: lost.chainId, subject: id })
}
