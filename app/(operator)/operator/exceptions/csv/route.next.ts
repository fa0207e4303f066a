import { createLoader } from 'nuqs/server'
import { answerPlatformCsv } from '@/app/answer-list'
import { exceptionFilter, toExceptionInput } from '@/components/exceptions/exception-filter'
import type { ExceptionView } from '@/schemas/exceptions/contract'
import { EXCEPTION_KIND_NAMES } from '@/schemas/exceptions/words'

const loadFilter = createLoader(exceptionFilter)

/** The exceptions that the page shows, all of them. */
export async function GET(request: Request): Promise<Response> {
  const { page: _, ...filter } = toExceptionInput(await loadFilter(request))
  return answerPlatformCsv((api) => ({
    name: 'exceptions.csv',
    columns: ['Waiting since (UTC)', 'Kind', 'Amount', 'Currency', 'Business', 'What happened', 'Proposed by', 'ID'],
    toCells: ({ waitingSince, kind, money, business, happened, proposal, id }: ExceptionView) => [
      ...[waitingSince, EXCEPTION_KIND_NAMES[kind], money?.amount ?? '', money?.unit ?? '', business?.name ?? ''],
      ...[happened, proposal?.by ?? '', id],
    ],
    read: (after) => api.exceptions.listAfter({ ...filter, after }),
  }))
}
