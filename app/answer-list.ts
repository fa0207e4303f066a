import { csvList, type ListPart, type Part } from '@/server/text/csv-list'
import { streamMarks } from '@/server/text/stream-marks'
import {
  answerFile,
  answerProjectFile,
  type Caller,
  fileResponse,
  NO_STORE,
  type ProjectContext,
  textStream,
} from './answer-file'

type CsvFile<Row> = {
  name: string
  columns: readonly string[]
  toCells: (row: Row) => readonly string[]
  /** The rows that the page shows, without its pages. */
  read: (after: ListPart) => Promise<Part<Row>>
}

/** Responds with a complete list of a project as CSV. The list is read while it is sent. */
export function answerCsv<Row>(
  context: ProjectContext,
  open: (api: Caller, projectId: string) => CsvFile<Row>,
): Promise<Response> {
  return answerProjectFile(context, (api, projectId) => csvResponse(open(api, projectId)))
}

/**
 * Responds with a complete list of the platform as CSV. Its first part is read before any byte is sent, so that a
 * refusal can still be returned.
 */
export function answerPlatformCsv<Row>(open: (api: Caller) => CsvFile<Row>): Promise<Response> {
  return answerFile(async (api) => {
    const file = open(api)
    const first = await file.read(null)
    return csvResponse({ ...file, read: async (after) => (after === null ? first : file.read(after)) })
  })
}

function csvResponse<Row>({ name, columns, toCells, read }: CsvFile<Row>): Response {
  const rows = csvList({ names: columns, toCells, read, now: () => new Date() })
  return fileResponse({ name, type: 'text/csv; charset=utf-8', body: textStream(rows) })
}

/**
 * Responds with server-sent events that report when the mark of a project's list changes. The stream ends when its
 * reader leaves, and after a minute at the latest.
 */
export function answerLive(
  request: Request,
  context: ProjectContext,
  readMark: (api: Caller, projectId: string) => Promise<string>,
): Promise<Response> {
  return answerProjectFile(context, (api, projectId) => {
    const stop = new AbortController()
    const signal = AbortSignal.any([request.signal, stop.signal])
    const known = request.headers.get('last-event-id')
    const texts = streamMarks({ read: () => readMark(api, projectId), signal, known })
    return new Response(
      textStream(texts, () => stop.abort()),
      {
        headers: { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no', ...NO_STORE },
      },
    )
  })
}
