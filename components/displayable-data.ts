import type { QueryFailure } from './query-error-text'

/** A query that does not return a list, such as the result of `useQuery`. */
export type ContentQuery<Data> = {
  data: Data | undefined
  error: QueryFailure | null
  refetch: () => unknown
  isFetching: boolean
}

/** Refusals after which shown data is removed: it was deleted, or this person may no longer see it. */
const TAKEN_BACK: readonly string[] = ['NOT_FOUND', 'FORBIDDEN', 'UNAUTHORIZED']

/** The data of a query that may be shown: its last answer, also after a failed refresh, but not after a refused one. */
export function displayableData<Data>({ data, error }: ContentQuery<Data>): Data | undefined {
  const code = error?.data?.code
  return code !== undefined && TAKEN_BACK.includes(code) ? undefined : data
}
