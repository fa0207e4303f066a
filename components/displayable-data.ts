import type { QueryFailure } from './query-error-text'

/** A query that is no list. What `useQuery` returns is one. */
export type ContentQuery<Data> = {
  data: Data | undefined
  error: QueryFailure | null
  refetch: () => unknown
  isFetching: boolean
}

/** Refusals by which the server withdraws shown data: it is gone, or this person may no longer see it. */
const TAKEN_BACK: readonly string[] = ['NOT_FOUND', 'FORBIDDEN', 'UNAUTHORIZED']

/** The data of a query that may be shown: its last answer, also after a failed refresh, but not after a refused one. */
export function displayableData<Data>({ data, error }: ContentQuery<Data>): Data | undefined {
  const code = error?.data?.code
  return code !== undefined && TAKEN_BACK.includes(code) ? undefined : data
}
