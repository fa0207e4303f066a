/** The one row of an answer. Throws if there is none. */
export function first<T>(rows: readonly T[]): T {
  const [row] = rows
  if (!row) throw new Error('a row is missing')
  return row
}
