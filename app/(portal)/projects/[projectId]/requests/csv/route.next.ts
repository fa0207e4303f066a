import { createLoader } from 'nuqs/server'
import { answerFile, fileResponse, textStream } from '@/app/answer-file'
import { requestFilter, toRequestInput } from '@/components/requests/request-filter'
import type { RequestView } from '@/schemas/requests/contract'
import { csvList } from '@/server/text/csv-list'

type Context = { params: Promise<{ projectId: string }> }

const loadFilter = createLoader(requestFilter)

const NAMES = [
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

/** The whole list as CSV, narrowed as the page is: it is read while it is sent. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { projectId } = await params
  const filter = await loadFilter(request)
  return answerFile(async (api) => {
    // A refusal has to come before the first byte is sent.
    await api.projects.get({ projectId })
    const { page: _, ...asked } = toRequestInput(projectId, filter)
    const rows = csvList({
      names: NAMES,
      toCells: (row: RequestView) => [
        ...[row.createdAt, row.method, row.path, row.search, String(row.status), String(row.durationMs)],
        ...[row.message ?? '', row.idempotencyKey ?? '', row.id],
      ],
      read: (after) => api.requests.listAfter({ ...asked, after }),
      now: () => new Date(),
    })
    return fileResponse({ name: 'requests.csv', type: 'text/csv; charset=utf-8', body: textStream(rows) })
  })
}
