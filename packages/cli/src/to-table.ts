/** Rows as text in columns; a nested field is named `a.b`. */
export function toTable(rows: readonly object[], columns: readonly string[]): string {
  const cells = rows.map((row) => columns.map((column) => toCell(fieldOf(row, column))))
  const widths = columns.map((column, n) => Math.max(column.length, ...cells.map((line) => line[n]?.length ?? 0)))
  const toLine = (line: readonly string[]) =>
    line
      .map((cell, n) => cell.padEnd(widths[n] ?? 0))
      .join('  ')
      .trimEnd()
  return [toLine(columns), ...cells.map(toLine)].join('\n')
}

/** The fields of one record, a line each. */
export function toFieldLines(record: object, fields: readonly string[]): string {
  const width = Math.max(...fields.map((field) => field.length))
  return fields.map((field) => `${field.padEnd(width)}  ${toCell(fieldOf(record, field))}`).join('\n')
}

function fieldOf(row: object, column: string): unknown {
  return column.split('.').reduce<unknown>((value, name) => Object(value)[name], row)
}

/** Text of others may hold what moves a terminal's cursor. */
function toCell(value: unknown): string {
  return value === null || value === undefined ? '-' : String(value).replaceAll(/\p{Cc}/gu, '?')
}
