import { parseAsStringLiteral } from 'nuqs/server'
import { parseAsPage } from '@/components/filters/parse-as-page'

/** The inbox's state in the URL, read alike by the page and by the list. */
export const approvalFilter = {
  state: parseAsStringLiteral(['pending', 'decided']).withDefault('pending'),
  page: parseAsPage,
}

type Filter = { state: 'pending' | 'decided'; page: number }

export function toApprovalInput(projectId: string, { state, page }: Filter) {
  return { projectId, state, page }
}
