import { answerFile, fileResponse, textStream } from '@/app/answer-file'
import { statementPeriod } from '@/schemas/ledger/statement/contract'
import { statementCsv } from '@/server/ledger/statement/statement-csv'

type Context = { params: Promise<{ projectId: string }> }

/** A statement as CSV, as long as it is: it is read while it is sent. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { projectId } = await params
  const asked = statementPeriod.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  return answerFile(async (api) => {
    // A refusal has to come before the first byte is sent.
    await api.projects.get({ projectId })
    if (!asked.success)
      return new Response('Enter from and to as YYYY-MM-DD. The from date cannot be after the to date.', {
        status: 400,
      })
    const period = asked.data
    const rows = statementCsv(period, (part) => api.ledger.listStatementLines({ projectId, ...part }))
    const name = `statement-${period.from}-${period.to}.csv`
    return fileResponse({ name, type: 'text/csv; charset=utf-8', body: textStream(rows) })
  })
}
