import type { QueryFailure } from './query-error-text'

/** A query that is no list. What `useQuery` returns is one. */
export type ContentQuery<Data> = {
  data: Data | undefined
  error: QueryFailure | null
  refetch: () => unknown
  isFetching: boolean
}

/** Refusals by which the server takes back what it showed: it is gone, or not for this person any more. */
const TAKEN_BACK: readonly string[] = ['NOT_FOUND', 'FORBIDDEN', 'UNAUTHORIZED']

/**
 * What may be shown of a query: its last answer, also after a refresh that failed, but not after one that was refused.
 */
export function knownData<Data>({ data, error }: ContentQuery<Data>): Data | undefined {
  const code = error?.data?.code
  return code !== undefined && TAKEN_BACK.includes(code) ? undefined : data
}
