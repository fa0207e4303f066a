import { and, asc, eq, gt } from 'drizzle-orm'
import { auditLog } from '@/db/schema'
import type { AuditVerdict } from '@/schemas/audit/contract'
import type { AuditCtx } from './append-audit'
import { FIRST_HASH } from './append-audit'
import { auditHash } from './audit-hash'

const PAGE = 1_000

/**
 * Walks a business's audit chain from its first row; returns the first position where a row is missing or was changed.
 */
export async function verifyAudit(ctx: Pick<AuditCtx, 'db' | 'businessId'>): Promise<AuditVerdict> {
  let seq = 0
  let previousHash = FIRST_HASH
  for (;;) {
    const rows = await ctx.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.businessId, ctx.businessId), gt(auditLog.seq, seq)))
      .orderBy(asc(auditLog.seq))
      .limit(PAGE)
    for (const row of rows) {
      const follows = row.seq === seq + 1 && row.previousHash === previousHash
      if (!follows || (await auditHash(row)) !== row.hash) return { isIntact: false, rows: seq, brokenAt: seq + 1 }
      seq = row.seq
      previousHash = row.hash
    }
    if (rows.length < PAGE) return { isIntact: true, rows: seq }
  }
}
