import { and, eq, inArray } from 'drizzle-orm'
import { paymentRefunds } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { faultPoint } from '@/server/fault-point'
import { askNoting } from '@/server/payments/providers/note-health'
import type { FiatProvider, RefundState } from '@/server/payments/providers/provider'
import { ProviderRefused } from '@/server/payments/providers/provider-error'
import { OPEN_STATES } from './end-refund'

/** A refund that was sent and is not found is requested again only after this time: lists show new ones late. */
const FOUND_LATE_MS = 10 * 60_000

type AskedRefund = {
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
  /** Another process makes the call meanwhile: nothing is written. */
  | { kind: 'taken' }

/**
 * Asks a provider to send money back, or what became of it. It is asked to pay only where it surely has not been, or
 * says that it knows nothing of it; a refusal ends the refund only where it was never asked before. Throws where the
 * provider does not answer.
 */
export async function askRefund(ctx: WorkerCtx, provider: FiatProvider, refund: AskedRefund): Promise<RefundAnswer> {
  const { reference, providerTxnId, providerRef, sentAt } = refund
  if (sentAt !== null) {
    const known = await askNoting(ctx, provider, () => provider.getRefund({ reference, providerTxnId, providerRef }))
    if (known.state !== 'UNKNOWN') return { kind: 'state', state: known.state, providerRef: known.providerRef }
    const isFresh = !provider.keepsRefundReference && ctx.now().getTime() - sentAt.getTime() < FOUND_LATE_MS
    if (providerRef !== null || isFresh) return { kind: 'state', state: 'PROCESSING', providerRef }
  }
  if (!(await noteSent(ctx, refund))) return { kind: 'taken' }
  faultPoint('refund-before-call')
  const answer = await send(ctx, provider, refund)
  faultPoint('refund-after-call')
  return answer
}

async function send(ctx: WorkerCtx, provider: FiatProvider, refund: AskedRefund): Promise<RefundAnswer> {
  const { reference, providerTxnId, units: amountMinor, reason, sentAt } = refund
  try {
    const request = { reference, providerTxnId, amountMinor, reason }
    const { state, providerRef } = await askNoting(ctx, provider, () => provider.refund(request))
    return { kind: 'state', state: state === 'UNKNOWN' ? 'PROCESSING' : state, providerRef }
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    // It may be refused because an earlier call, whose answer was lost, did it: a person looks.
    const state = sentAt === null ? 'FAILED' : 'NEEDS_DETAILS'
    return { kind: 'state', state, providerRef: null, problem: error.message.slice(0, 300) }
  }
}

/**
 * Stored before the call: after a crash the next process knows that the provider may have been called. False where
 * another process took the refund over.
 */
async function noteSent({ db, now }: WorkerCtx, { id, attempts }: AskedRefund): Promise<boolean> {
  const noted = await db
    .update(paymentRefunds)
    .set({ sentAt: now(), updatedAt: now() })
    .where(
      and(eq(paymentRefunds.id, id), eq(paymentRefunds.attempts, attempts), inArray(paymentRefunds.state, OPEN_STATES)),
    )
    .returning({ id: paymentRefunds.id })
  return noted.length === 1
}
