import type { webhookAttempts, webhookMessages } from '@/db/schema'
import type { DeliveryAttemptView, MessageView } from './contract'

export function toMessage(row: typeof webhookMessages.$inferSelect, lastHttpStatus: number | null): MessageView {
  return {
    id: row.id,
    kind: row.kind,
    url: row.url,
    status: row.status,
    source: row.source,
    sourceId: row.sourceId,
    attemptCount: row.attemptCount,
    lastHttpStatus,
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    resendRequestedAt: row.resendRequestedAt?.toISOString() ?? null,
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
