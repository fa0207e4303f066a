import { type BatchResult, batchCsv, columnOf, withColumn } from './batch-result'
import { type BatchFileLine, REASON_COLUMNS } from './read-batch-file'

export type LineReason = { line: BatchFileLine; code: string; reason: string }

/** The reason why each wrong line of a file is wrong, with the code that the API has for it. */
export function wrongLines(lines: readonly BatchFileLine[]): LineReason[] {
  return lines.flatMap((line) =>
    line.problem === null ? [] : [{ line, code: line.code, reason: withColumn(line.column, line.problem) }],
  )
}

/**
 * The reason why each line was not accepted. A line without a refusal was not attempted, because another one was
 * refused.
 */
export function refusedLines(lines: readonly BatchFileLine[], { byLine }: BatchResult): LineReason[] {
  return lines.flatMap((line) => {
    const outcome = byLine.get(line.line)
    if (outcome?.status === 'NOT_ATTEMPTED')
      return [{ line, code: 'not_attempted', reason: 'Another line was refused' }]
    if (outcome?.status !== 'REFUSED') return []
    return [{ line, code: outcome.code ?? '', reason: withColumn(columnOf(outcome), outcome.message ?? '') }]
  })
}

/** The lines as they were, each with its code and its reason, as a file to correct and read again. */
export function reasonsCsv(lines: readonly LineReason[]): string {
  const reasons = new Map(lines.map((one) => [one.line, one]))
  return batchCsv(REASON_COLUMNS, [...reasons.keys()], (line) => {
    const { code = '', reason = '' } = reasons.get(line) ?? {}
    // After all columns, so that a line with too many cells still has too many when it is read again.
    return [code, reason, ...line.surplus]
  })
}
