import type { webhookAttempts, webhookMessages } from '@/db/schema'
import type { DeliveryAttemptView, MessageView } from '@/schemas/webhooks/contract'
import { TEST_EVENT } from '@/schemas/webhooks/words'

export function toMessage(row: typeof webhookMessages.$inferSelect, lastHttpStatus: number | null): MessageView {
  return {
    id: row.id,
    kind: row.kind,
    url: row.url,
    status: row.status,
    source: row.source,
    sourceId: row.sourceId,
    endpointId: row.keySource === 'endpoint' ? row.destinationId : null,
    attemptCount: row.attemptCount,
    lastHttpStatus,
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    resendRequestedAt: row.resendRequestedAt?.toISOString() ?? null,
    // A message with an attempt in progress when its destination was deleted may have arrived.
    withdrawnBecause:
      row.status === 'delivered' && row.withdrawnBecause === 'receiver-deleted' ? null : row.withdrawnBecause,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

export function toDeliveryAttempt(row: typeof webhookAttempts.$inferSelect): DeliveryAttemptView {
  return {
    id: row.id,
    number: row.number,
    isResend: row.isResend,
    httpStatus: row.httpStatus,
    error: row.error,
    latencyMs: row.latencyMs,
    responseExcerpt: row.responseExcerpt,
    signedWith: row.signedWith,
    requestHeaders: row.requestHeaders,
    createdAt: row.createdAt.toISOString(),
  }
}

/** An event without content, to test a destination. */
export function toTestBody({ projectId, now }: { projectId: string; now: Date }): string {
  return JSON.stringify({ type: TEST_EVENT, timestamp: now.toISOString(), data: { projectId } })
}
