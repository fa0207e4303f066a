/** The filters of a list. A file contains all rows, so its URL leaves out the page number. */
type FileFilter = Record<string, string | number | undefined>

function queryOf({ projectId: _, page: __, ...filter }: FileFilter): string {
  const given = Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

/** Addresses that lists load from. Apart from `paths`, which every page of the portal loads. */
export const listPaths = {
  auditFile: (projectId: string, filter: FileFilter) => `/projects/${projectId}/audit/csv${queryOf(filter)}`,
  depositsFile: (projectId: string, filter: FileFilter) => `/projects/${projectId}/deposits/csv${queryOf(filter)}`,
  exceptionsFile: (filter: FileFilter) => `/operator/exceptions/csv${queryOf(filter)}`,
  paymentsFile: (projectId: string, filter: FileFilter) => `/projects/${projectId}/payments/csv${queryOf(filter)}`,
  requestsFile: (projectId: string, filter: FileFilter) => `/projects/${projectId}/requests/csv${queryOf(filter)}`,
  transactionsFile: (projectId: string, filter: FileFilter) =>
    `/projects/${projectId}/transactions/csv${queryOf(filter)}`,
  webhooksFile: (projectId: string, filter: FileFilter) => `/projects/${projectId}/webhooks/csv${queryOf(filter)}`,
  requestsLive: (projectId: string) => `/projects/${projectId}/requests/live`,
  webhooksLive: (projectId: string) => `/projects/${projectId}/webhooks/live`,
} as const
