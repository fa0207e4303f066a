type Halves<T> = {
  work: (ids: readonly string[]) => Promise<T>
  /** Errors that are about no single row: they end the work. */
  isExpectedError: (error: unknown) => boolean
  /** The error of a single row. */
  onFault: (id: string, error: unknown) => void
}

/** Works on all rows together. After an error it works on each half, down to the row that causes the error. */
export async function bisectRows<T>(ids: readonly string[], halves: Halves<T>): Promise<T[]> {
  const [only] = ids
  try {
    return [await halves.work(ids)]
  } catch (error) {
    if (halves.isExpectedError(error) || only === undefined) throw error
    if (ids.length === 1) {
      halves.onFault(only, error)
      return []
    }
  }
  const middle = Math.ceil(ids.length / 2)
  return [...(await bisectRows(ids.slice(0, middle), halves)), ...(await bisectRows(ids.slice(middle), halves))]
}
