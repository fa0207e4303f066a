import { and, eq, inArray } from 'drizzle-orm'
import { paymentRefunds } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { faultPoint } from '@/server/fault-point'
import { callRecordingHealth } from '@/server/payments/providers/call-recording-health'
import type { FiatProvider, RefundState } from '@/server/payments/providers/provider'
import { ProviderRefused } from '@/server/payments/providers/provider-error'
import { OPEN_STATES } from './end-refund'

/**
 * The time for which a sent refund may be missing in the provider's lists before it is requested again: lists are late.
 */
const FOUND_LATE_MS = 10 * 60_000

type SyncedRefund = {
  id: string
  reference: string
  providerRef: string | null
  units: bigint
  reason: string
  attempts: number
  sentAt: Date | null
  providerTxnId: string
}

type RefundAnswer =
  | { kind: 'state'; state: Exclude<RefundState['state'], 'UNKNOWN'>; providerRef: string | null; problem?: string }
  /** Another process makes the call, so nothing is written. */
  | { kind: 'taken' }

/**
 * Asks a provider for the state of a refund, or to pay it. Requests payment only if it was never requested, or if the
 * provider reports no such refund. A refusal fails the refund only if payment was never requested before. Throws if the
 * provider does not answer.
 */
export async function syncRefund(ctx: WorkerCtx, provider: FiatProvider, refund: SyncedRefund): Promise<RefundAnswer> {
  const { reference, providerTxnId, providerRef, sentAt } = refund
  if (sentAt !== null) {
    const reported = await callRecordingHealth(ctx, provider, () =>
      provider.getRefund({ reference, providerTxnId, providerRef }),
    )
    if (reported.state !== 'UNKNOWN') return { kind: 'state', state: reported.state, providerRef: reported.providerRef }
    const isFresh = !provider.keepsRefundReference && ctx.now().getTime() - sentAt.getTime() < FOUND_LATE_MS
    if (providerRef !== null || isFresh) return { kind: 'state', state: 'PROCESSING', providerRef }
  }
  if (!(await recordSent(ctx, refund))) return { kind: 'taken' }
  faultPoint('refund-before-call')
  const answer = await send(ctx, provider, refund)
  faultPoint('refund-after-call')
  return answer
}

async function send(ctx: WorkerCtx, provider: FiatProvider, refund: SyncedRefund): Promise<RefundAnswer> {
  const { reference, providerTxnId, units: amountMinor, reason, sentAt } = refund
  try {
    const request = { reference, providerTxnId, amountMinor, reason }
    const { state, providerRef } = await callRecordingHealth(ctx, provider, () => provider.refund(request))
    return { kind: 'state', state: state === 'UNKNOWN' ? 'PROCESSING' : state, providerRef }
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    // The provider may refuse because an earlier request with a lost answer paid it, so an operator checks.
    const state = sentAt === null ? 'FAILED' : 'NEEDS_DETAILS'
    return { kind: 'state', state, providerRef: null, problem: error.message.slice(0, 300) }
  }
}

/**
 * Records the request before the call: after a crash the next process knows that the provider may have it. Until the
 * answer is known, the refund cannot be dropped, also if it waited for details before. Returns false if another process
 * took it over.
 */
async function recordSent({ db, now }: WorkerCtx, { id, attempts }: SyncedRefund): Promise<boolean> {
  const noted = await db
    .update(paymentRefunds)
    .set({ state: 'PROCESSING', sentAt: now(), updatedAt: now() })
    .where(
      and(eq(paymentRefunds.id, id), eq(paymentRefunds.attempts, attempts), inArray(paymentRefunds.state, OPEN_STATES)),
    )
    .returning({ id: paymentRefunds.id })
  return noted.length === 1
}
