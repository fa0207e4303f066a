import { createLoader } from 'nuqs/server'
import type { ProjectContext } from '@/app/answer-file'
import { answerCsv } from '@/app/answer-list'
import { messageFilter, toMessageInput } from '@/components/webhooks/message-filter'
import type { MessageView } from '@/schemas/webhooks/contract'

const loadFilter = createLoader(messageFilter)

const COLUMNS = ['Time (UTC)', 'Event', 'URL', 'Status', 'Attempts', 'Last status', 'Source', 'Source id', 'Id']

/** The deliveries that the page shows, all of them. */
export async function GET(request: Request, context: ProjectContext): Promise<Response> {
  const filter = await loadFilter(request)
  return answerCsv(context, (api, projectId) => {
    const { page: _, ...input } = toMessageInput(projectId, filter)
    return {
      name: 'deliveries.csv',
      columns: COLUMNS,
      toCells: (row: MessageView) => [
        ...[row.createdAt, row.kind, row.url, row.status, String(row.attemptCount), String(row.lastHttpStatus ?? '')],
        ...[row.source, row.sourceId, row.id],
      ],
      read: (after) => api.webhooks.listAfter({ ...input, after }),
    }
  })
}
