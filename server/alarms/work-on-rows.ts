import { ApiError } from '@/server/errors'
import { byHalves } from './by-halves'
import { isTransient } from './is-transient'
import { type FaultyRow, noteRowFault } from './row-faults'

type Work<T> = Pick<FaultyRow, 'noun' | 'chainId'> & {
  now: () => Date
  /** The rows the work may be about. */
  list: () => Promise<readonly string[]>
  /**
   * On these rows, or (null) on whichever there are. Loads them anew each time: an earlier try may have done a part.
   */
  work: (only: readonly string[] | null) => Promise<T>
}

/**
 * Works on all rows together. Where an error nobody foresaw keeps it, on each half by itself, down to the row the error
 * is about: that is left alone for a while and the others go on. Throws what passes by itself (`isTransient`) and what
 * was thrown on purpose (ApiError).
 */
export async function workOnRows<T>({ noun, chainId, now, list, work }: Work<T>): Promise<T[]> {
  try {
    return [await work(null)]
  } catch (error) {
    if (isForeseen(error)) throw error
    const ids = await list()
    if (ids.length === 0) throw error
    return byHalves(ids, {
      work,
      isForeseen,
      onFault: (id, fault) => noteRowFault({ noun, id, chainId }, fault, now()),
    })
  }
}

/** Passes by itself, or was thrown on purpose. */
export function isForeseen(error: unknown): boolean {
  return isTransient(error) || error instanceof ApiError
}
