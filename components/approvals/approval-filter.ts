import { parseAsInteger, parseAsStringLiteral } from 'nuqs/server'

/** The inbox's state in the URL, read alike by the page and by the list. */
export const approvalFilter = {
  state: parseAsStringLiteral(['pending', 'decided']).withDefault('pending'),
  page: parseAsInteger.withDefault(1),
}

type Filter = { state: 'pending' | 'decided'; page: number }

export function toApprovalInput(projectId: string, { state, page }: Filter) {
  return { projectId, state, page: Math.max(1, page) }
}
