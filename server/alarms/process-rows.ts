import { ApiError } from '@/server/errors'
import { bisectRows } from './bisect-rows'
import { isTransient } from './is-transient'
import { type FaultyRow, recordRowFault } from './row-faults'

type Work<T> = Pick<FaultyRow, 'noun' | 'chainId'> & {
  now: () => Date
  /** The rows the work may be about. */
  list: () => Promise<readonly string[]>
  /**
   * Works on these rows, or on all of them (null). It loads the rows each time, because an earlier try may have done a
   * part.
   */
  work: (only: readonly string[] | null) => Promise<T>
}

/**
 * Processes all rows together. After an unexpected error it processes each half, down to the row that causes the error:
 * that row is quarantined for a while and the others continue. Throws transient errors (`isTransient`) and errors that
 * were thrown on purpose (ApiError).
 */
export async function processRows<T>({ noun, chainId, now, list, work }: Work<T>): Promise<T[]> {
  try {
    return [await work(null)]
  } catch (error) {
    if (isExpectedError(error)) throw error
    const ids = await list()
    if (ids.length === 0) throw error
    return bisectRows(ids, {
      work,
      isExpectedError,
      onFault: (id, fault) => recordRowFault({ noun, id, chainId }, fault, now()),
    })
  }
}

/** A transient error, or one that was thrown on purpose. */
export function isExpectedError(error: unknown): boolean {
  return isTransient(error) || error instanceof ApiError
}
