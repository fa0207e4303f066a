import { parseAsStringLiteral } from 'nuqs/server'
import { parseAsId } from '@/components/filters/parse-as-id'
import { parseAsPage } from '@/components/filters/parse-as-page'
import { parseAsText } from '@/components/filters/parse-as-text'
import { parsePeriodEnd } from '@/components/filters/parse-period-end'
import { AUDIT_ACTORS, type AuditActor } from '@/schemas/audit/words'

/** The audit log's state in the URL, read alike by the page and by the list. */
export const auditFilter = {
  action: parseAsText,
  actor: parseAsStringLiteral(AUDIT_ACTORS),
  from: parseAsText.withDefault(''),
  to: parseAsText.withDefault(''),
  page: parseAsPage,
}

/** The operator's filter also has the business; without a business it is the platform's own log. */
export const operatorAuditFilter = { ...auditFilter, businessId: parseAsId }

export type AuditListFilter = { action: string | null; actor: AuditActor | null; from: string; to: string }
type Filter = AuditListFilter & { page: number }

export function toAuditInput({ action, actor, from, to, page }: Filter) {
  return {
    action: action?.slice(0, 100),
    actor: actor ?? undefined,
    from: parsePeriodEnd(from),
    to: parsePeriodEnd(to),
    page,
  }
}

export function toOperatorAuditInput({ businessId, ...filter }: Filter & { businessId: string | null }) {
  return { ...toAuditInput(filter), businessId: businessId ?? undefined }
}
