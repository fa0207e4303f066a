import { answerProjectFile, fileResponse, type ProjectContext, textStream } from '@/app/answer-file'
import { statementPeriod } from '@/schemas/ledger/statement/contract'
import { statementCsv } from '@/server/ledger/statement/statement-csv'

/** A statement of any length as CSV: it is read while it is sent. */
export async function GET(request: Request, context: ProjectContext): Promise<Response> {
  const parsed = statementPeriod.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  return answerProjectFile(context, (api, projectId) => {
    if (!parsed.success)
      return new Response('Enter from and to as YYYY-MM-DD. The from date cannot be after the to date.', {
        status: 400,
      })
    const period = parsed.data
    const rows = statementCsv(period, (part) => api.ledger.listStatementLines({ projectId, ...part }))
    const name = `statement-${period.from}-${period.to}.csv`
    return fileResponse({ name, type: 'text/csv; charset=utf-8', body: textStream(rows) })
  })
}
