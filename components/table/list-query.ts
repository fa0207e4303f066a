import type { QueryFailure } from '@/components/query-error-text'

/** One page of a list as the server answers it. */
export type ListPage<Row> = {
  items: readonly Row[]
  total: number
  page: number
  pageSize: number
  /** Rows of this page that the server could not read and left out. */
  unreadable?: number
}

type Answer<Data> = {
  data: Data | undefined
  error: QueryFailure | null
  refetch: () => unknown
  isFetching: boolean
  isPlaceholderData: boolean
}

/** A query whose answer is a list: a page of rows, or all there are. What `useQuery` returns is one. */
export type ListQuery<Row> = Answer<readonly Row[] | ListPage<Row>>

/** The list within a larger answer, or one that is whole only with another: undefined while it is not. */
export function listWithin<Data, Row>(
  query: Answer<Data>,
  read: (data: Data) => readonly Row[] | undefined,
): ListQuery<Row> {
  const { data, error, refetch, isFetching, isPlaceholderData } = query
  return { data: data === undefined ? undefined : read(data), error, refetch, isFetching, isPlaceholderData }
}
