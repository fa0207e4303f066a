import { parseAsId } from '@/components/filters/parse-as-id'
import { parseAsPage } from '@/components/filters/parse-as-page'
import { parseAsText } from '@/components/filters/parse-as-text'

/** The audit log's state in the URL, read alike by the page and by the list. */
export const auditFilter = {
  action: parseAsText,
  page: parseAsPage,
}

/** The operator's has the business besides; without one it is the platform's own log. */
export const operatorAuditFilter = { ...auditFilter, businessId: parseAsId }

type Filter = { action: string | null; page: number }

export function toAuditInput({ action, page }: Filter) {
  return { action: action?.slice(0, 100), page }
}

export function toOperatorAuditInput({ businessId, ...filter }: Filter & { businessId: string | null }) {
  return { ...toAuditInput(filter), businessId: businessId ?? undefined }
}
