import type { DeliveryRow, EventDraft } from './life-rows'

/** The event of a webhook: one attempt to deliver it, or that it is queued. */
export function deliveryEvent({
  messageId,
  kind,
  url,
  queuedAt,
  attemptId,
  number,
  httpStatus,
  error,
  latencyMs,
  at,
}: DeliveryRow): EventDraft {
  const row = { kind: 'webhook', id: messageId } as const
  const host = hostOf(url)
  if (attemptId === null || at === null) {
    const id = `queued ${messageId}`
    return {
      id,
      kind: 'webhook',
      at: queuedAt,
      title: `Webhook ${kind} queued`,
      detail: host && `To ${host}`,
      tone: 'info',
      row,
    }
  }
  const isTaken = httpStatus !== null && httpStatus >= 200 && httpStatus < 300
  const result = httpStatus === null ? (error ?? 'No response') : `Returned ${httpStatus}`
  return {
    id: `delivery ${attemptId}`,
    kind: 'webhook',
    at: latencyMs === null ? at : new Date(at.getTime() - latencyMs),
    durationMs: latencyMs,
    title: `Webhook attempt ${number}`,
    detail: host ? `${result} · ${host}` : result,
    tone: isTaken ? 'done' : 'failed',
    row,
  }
}

/** Null for a URL that is not shown. */
function hostOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).host : null
}
