import type { OperatorCtx } from '@/server/ctx'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { type AuditEntry, appendAudit } from './append-audit'

/**
 * Adds a row to the platform's own chain: for changes by an operator that concern no single customer. Call it last, as
 * `appendAudit`.
 */
export function appendPlatformAudit(ctx: OperatorCtx, entry: AuditEntry): Promise<void> {
  return appendAudit({ ...ctx, businessId: PLATFORM_BUSINESS_ID, projectId: null }, entry)
}
