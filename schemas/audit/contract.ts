import { z } from 'zod'
import { type Page, pageNumber } from '@/server/paging'

export const auditFilter = z.object({
  action: z.string().max(100).optional(),
  page: pageNumber,
})
export type AuditFilter = z.output<typeof auditFilter>

/** The business whose hash chain is meant; without a business, the platform's own chain. */
export const auditChainRef = z.object({ businessId: z.uuid().optional() })
export const operatorAuditFilter = auditFilter.extend(auditChainRef.shape)

export type AuditEntryView = {
  /** Position in the chain, from 1. */
  seq: number
  actor: string
  action: string
  target: string
  detail: Record<string, unknown>
  createdAt: string
}

export type AuditPage = Page<AuditEntryView> & {
  /** Every action the chain holds, to filter by. */
  actions: string[]
}

/** The result of checking the hash chain of an audit log. */
export type AuditVerdict = { isIntact: true; rows: number } | { isIntact: false; rows: number; brokenAt: number }
