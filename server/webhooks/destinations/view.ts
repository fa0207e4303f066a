import type { webhookEndpoints } from '@/db/schema'
import type { WebhookEndpointView, WithFailing } from '@/schemas/webhooks/destinations/contract'

/** Throws for an invalid row. */
export function toWebhookEndpoint(row: typeof webhookEndpoints.$inferSelect): WebhookEndpointView {
  return {
    id: row.id,
    projectId: row.projectId,
    url: row.url,
    events: row.events,
    description: row.description,
    status: row.status,
    pausedBecause: row.pausedBecause,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    lastDeliveryAt: row.lastDeliveryAt?.toISOString() ?? null,
    deliveredCount: row.deliveredCount,
    failedCount: row.failedCount,
    droppedCount: row.droppedCount,
  }
}

export function toWithFailing<Row>(row: Row, since: Date | undefined): WithFailing<Row> {
  return { ...row, failingSince: since?.toISOString() ?? null }
}
