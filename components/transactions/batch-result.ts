import { z } from 'zod'
import { csvRow } from '@/server/text/csv'
import { BATCH_COLUMNS, type BatchColumn, type BatchFileLine, RESULT_COLUMNS } from './read-batch-file'

const answer = z.object({
  data: z.object({
    batchId: z.string(),
    lines: z.array(
      z.object({
        index: z.number(),
        status: z.enum(['ACCEPTED', 'EXISTING', 'REFUSED', 'NOT_ATTEMPTED']),
        transactionId: z.string().optional(),
        code: z.string().optional(),
        param: z.string().optional(),
        message: z.string().optional(),
      }),
    ),
  }),
})
type BatchAnswer = z.output<typeof answer>['data']
export type LineOutcome = BatchAnswer['lines'][number]

/** The response of the API to a batch, by line of the file; null if the body has another shape. */
export function readBatchAnswer(body: string, lines: readonly BatchFileLine[]) {
  const read = answer.safeParse(parse(body))
  if (!read.success || read.data.data.lines.length !== lines.length) return null
  const { batchId, lines: outcomes } = read.data.data
  const byLine = new Map(outcomes.flatMap((one) => [[lines[one.index]?.line ?? 0, one] as const]))
  return { batchId, byLine }
}
export type BatchResult = NonNullable<ReturnType<typeof readBatchAnswer>>

/** The column of a file that holds a field of the API. */
const COLUMN_OF: Record<string, BatchColumn> = {
  fromAddress: 'from',
  toAddress: 'to',
  amount: 'amount',
  tokenAddress: 'token',
  cNGN: 'token',
  chainId: 'chain',
  network: 'chain',
  reference: 'reference',
  metadata: 'memo',
}

export function columnOf({ param }: LineOutcome): BatchColumn | null {
  return param === undefined ? null : (COLUMN_OF[param] ?? null)
}

/** The lines with their outcomes, as a file to correct and send again. A line that was accepted is paid only once. */
export function resultCsv(lines: readonly BatchFileLine[], { byLine }: BatchResult): string {
  return batchCsv(RESULT_COLUMNS, lines, ({ line }) => {
    const { status = '', transactionId = '', code = '', message = '' } = byLine.get(line) ?? {}
    return [status, transactionId, code, message]
  })
}

/** The message with the column that it is about. */
export function withColumn(column: BatchColumn | null, message: string): string {
  return column === null ? message : `${column}: ${message}`
}

/** Lines with their cells, followed by the cells of other columns. */
export function batchCsv(
  columns: readonly string[],
  lines: readonly BatchFileLine[],
  more: (line: BatchFileLine) => readonly string[],
): string {
  const rows = lines.map((one) => csvRow([...BATCH_COLUMNS.map((name) => one.cells[name]), ...more(one)]))
  return `\uFEFF${csvRow([...BATCH_COLUMNS, ...columns])}${rows.join('')}`
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
