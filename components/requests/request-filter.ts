import { parseAsStringLiteral } from 'nuqs/server'
import { parseAsId } from '@/components/filters/parse-as-id'
import { parseAsPage } from '@/components/filters/parse-as-page'
import { parseAsText } from '@/components/filters/parse-as-text'
import { parsePeriodEnd } from '@/components/filters/parse-period-end'
import { STATUS_CLASSES, type StatusClass } from '@/schemas/requests/words'

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const

/** The request log's state in the URL, read alike by the page and by the list. */
export const requestFilter = {
  outcome: parseAsStringLiteral(STATUS_CLASSES),
  method: parseAsStringLiteral(METHODS),
  keyId: parseAsId,
  search: parseAsText.withDefault(''),
  from: parseAsText.withDefault(''),
  to: parseAsText.withDefault(''),
  page: parseAsPage,
}

export const OUTCOME_OPTIONS = [
  { value: 'success', label: 'Succeeded (2xx)' },
  { value: 'error', label: 'All errors (4xx, 5xx)' },
  { value: 'refused', label: 'Refused (4xx)' },
  { value: 'failed', label: 'Failed (5xx)' },
] as const

export const METHOD_OPTIONS = METHODS.map((method) => ({ value: method, label: method }))

type Filter = {
  outcome: StatusClass | null
  method: (typeof METHODS)[number] | null
  keyId: string | null
  search: string
  from: string
  to: string
  page: number
}

export function toRequestInput(projectId: string, filter: Filter) {
  return {
    projectId,
    outcome: filter.outcome ?? undefined,
    method: filter.method ?? undefined,
    keyId: filter.keyId ?? undefined,
    search: filter.search.slice(0, 200) || undefined,
    from: parsePeriodEnd(filter.from),
    to: parsePeriodEnd(filter.to),
    page: filter.page,
  }
}
