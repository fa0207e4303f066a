import { parseAsInteger, parseAsString } from 'nuqs/server'

/** The audit log's state in the URL, read alike by the page and by the list. */
export const auditFilter = {
  action: parseAsString,
  page: parseAsInteger.withDefault(1),
}

/** The operator's has the business besides; without one it is the platform's own log. */
export const operatorAuditFilter = { ...auditFilter, businessId: parseAsString }

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
