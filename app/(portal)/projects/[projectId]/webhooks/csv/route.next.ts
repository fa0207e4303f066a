import { createLoader } from 'nuqs/server'
import { answerFile, fileResponse, textStream } from '@/app/answer-file'
import { messageFilter, toMessageInput } from '@/components/webhooks/message-filter'
import type { MessageView } from '@/schemas/webhooks/contract'
import { csvList } from '@/server/text/csv-list'

type Context = { params: Promise<{ projectId: string }> }

const loadFilter = createLoader(messageFilter)

const NAMES = ['Time (UTC)', 'Event', 'URL', 'Status', 'Attempts', 'Last status', 'Source', 'Source id', 'Id']

/** The whole list as CSV, narrowed as the page is: it is read while it is sent. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { projectId } = await params
  const filter = await loadFilter(request)
  return answerFile(async (api) => {
    // A refusal has to come before the first byte is sent.
    await api.projects.get({ projectId })
    const { page: _, ...asked } = toMessageInput(projectId, filter)
    const rows = csvList({
      names: NAMES,
      toCells: (row: MessageView) => [
        ...[row.createdAt, row.kind, row.url, row.status, String(row.attemptCount), String(row.lastHttpStatus ?? '')],
        ...[row.source, row.sourceId, row.id],
      ],
      read: (after) => api.webhooks.listAfter({ ...asked, after }),
      now: () => new Date(),
    })
    return fileResponse({ name: 'deliveries.csv', type: 'text/csv; charset=utf-8', body: textStream(rows) })
  })
}
