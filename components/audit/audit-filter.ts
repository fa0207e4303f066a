import { parseAsInteger } from 'nuqs/server'
import { parseAsText } from '@/components/filters/parse-as-text'

/** The audit log's state in the URL, read alike by the page and by the list. */
export const auditFilter = {
  action: parseAsText,
  page: parseAsInteger.withDefault(1),
}

/** The operator's has the business besides; without one it is the platform's own log. */
export const operatorAuditFilter = { ...auditFilter, businessId: parseAsText }

type Filter = { action: string | null; page: number }

export function toAuditInput(filter: Filter) {
  return {
    action: filter.action?.slice(0, 100) ?? undefined,
    page: Math.min(Math.max(1, filter.page), 10_000),
  }
}

export function toOperatorAuditInput({ businessId, ...filter }: Filter & { businessId: string | null }) {
  return { ...toAuditInput(filter), businessId: businessId ?? undefined }
}
