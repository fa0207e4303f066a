import { z } from 'zod'
import { periodEnd } from '@/schemas/text/contract'
import { type Page, pageNumber } from '@/server/paging'
import { listPart } from '@/server/text/csv-list'
import { AUDIT_ACTORS } from './words'

/** The period is in days of UTC, both included, or in minutes, of which `to` is excluded. */
export const auditFilter = z.object({
  action: z.string().max(100).optional(),
  actor: z.enum(AUDIT_ACTORS).optional(),
  from: periodEnd.optional(),
  to: periodEnd.optional(),
  page: pageNumber,
})
export type AuditFilter = z.output<typeof auditFilter>

/** A part of the whole log, for a file. */
export const auditPart = auditFilter.omit({ page: true }).extend({ after: listPart })
export type AuditPartInput = z.output<typeof auditPart>

/** The business of the hash chain; without a business, the platform's own chain. */
export const auditChainRef = z.object({ businessId: z.uuid().optional() })
export const operatorAuditFilter = auditFilter.extend(auditChainRef.shape)

export type AuditEntryView = {
  /** Position in the chain, from 1. */
  seq: number
  actor: string
  action: string
  target: string
  /** The project that it happened in; null for what concerns the business or the platform. */
  projectId: string | null
  detail: Record<string, unknown>
  /**
   * Names of what the entry holds by id: people, keys, projects, businesses and tokens by their ids, and `chain 1`,
   * `plan 2`, `product 3`.
   */
  names: Record<string, string>
  createdAt: string
}

export type AuditPage = Page<AuditEntryView> & {
  /** Every action the chain holds, to filter by. */
  actions: string[]
}

/** The result of checking the hash chain of an audit log. */
export type AuditVerdict = { isIntact: true; rows: number } | { isIntact: false; rows: number; brokenAt: number }
