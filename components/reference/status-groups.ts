import type { Cause } from './read-reference'

/** Causes that have one HTTP status. */
export type StatusGroup = { status: number; anchor: string; title: string; causes: Cause[] }

const NAMES: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Unauthorized',
  402: 'Payment required',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'Request timeout',
  409: 'Conflict',
  415: 'Unsupported media type',
  422: 'Unprocessable content',
  429: 'Too many requests',
  500: 'Internal server error',
  503: 'Service unavailable',
}

/** The causes by status, the lowest first. */
export function groupByStatus(causes: readonly Cause[]): StatusGroup[] {
  const statuses = [...new Set(causes.map(({ status }) => status))].toSorted((one, other) => one - other)
  return statuses.map((status) => ({
    status,
    anchor: `status-${status}`,
    title: [status, NAMES[status]].filter(Boolean).join(' '),
    causes: causes.filter((cause) => cause.status === status),
  }))
}
