import type { requestLog } from '@/db/schema'
import type { RequestView } from '@/schemas/requests/contract'

/** A row without its bodies, which the page of one request shows. */
export function toRequest(row: typeof requestLog.$inferSelect): RequestView {
  return {
    id: row.id,
    method: row.method,
    path: row.path,
    search: row.search,
    status: row.status,
    durationMs: row.durationMs,
    clientIp: row.clientIp,
    userAgent: row.userAgent,
    keyId: row.keyId,
    idempotencyKey: row.idempotencyKey,
    message: row.message,
    createdAt: row.createdAt.toISOString(),
  }
}
