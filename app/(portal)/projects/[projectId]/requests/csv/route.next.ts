import { createLoader } from 'nuqs/server'
import type { ProjectContext } from '@/app/answer-file'
import { answerCsv } from '@/app/answer-list'
import { requestFilter, toRequestInput } from '@/components/requests/request-filter'
import type { RequestView } from '@/schemas/requests/contract'

const loadFilter = createLoader(requestFilter)

const COLUMNS = [
  'Time (UTC)',
  'Method',
  'Path',
  'Query',
  'Status',
  'Duration (ms)',
  'Error',
  'Idempotency key',
  'Request id',
]

/** The requests that the page shows, all of them. */
export async function GET(request: Request, context: ProjectContext): Promise<Response> {
  const filter = await loadFilter(request)
  return answerCsv(context, (api, projectId) => {
    const { page: _, ...input } = toRequestInput(projectId, filter)
    return {
      name: 'requests.csv',
      columns: COLUMNS,
      toCells: (row: RequestView) => [
        ...[row.createdAt, row.method, row.path, row.search, String(row.status), String(row.durationMs)],
        ...[row.message ?? '', row.idempotencyKey ?? '', row.id],
      ],
      read: (after) => api.requests.listAfter({ ...input, after }),
    }
  })
}
