import type { QueryFailure } from '@/components/query-error-text'

/** A list as the server answers it whole. */
type ListRows<Row> = {
  items: readonly Row[]
}

/** One page of a list as the server answers it. */
type ListPage<Row> = ListRows<Row> & {
  total: number
  /** Whether there are more than `total`, because counting stops there. */
  isMore?: boolean
  page: number
  pageSize: number
}

export function isPage<Row>(list: ListRows<Row>): list is ListPage<Row> {
  return 'total' in list
}

type Answer<Data> = {
  data: Data | undefined
  error: QueryFailure | null
  refetch: () => unknown
  isFetching: boolean
  isPlaceholderData: boolean
}

/** A query whose answer is a list: a page of rows, or all there are. What `useQuery` returns is one. */
export type ListQuery<Row> = Answer<readonly Row[] | ListRows<Row> | ListPage<Row>>

/** The list within a larger result, or one that is complete only with another: undefined until it is. */
export function listWithin<Data, Row>(
  query: Answer<Data>,
  read: (data: Data) => readonly Row[] | ListRows<Row> | undefined,
): ListQuery<Row> {
  const { data, error, refetch, isFetching, isPlaceholderData } = query
  return { data: data === undefined ? undefined : read(data), error, refetch, isFetching, isPlaceholderData }
}
