import type { ReactNode } from 'react'
import { NoMatch } from '@/components/filters/no-match'
import { OutOfDate } from '@/components/out-of-date'
import { QueryError } from '@/components/query-error'
import { Pagination } from '@/components/ui/pagination'
import { isPage, type ListQuery } from './list-query'

export type ListProps<Row> = {
  query: ListQuery<Row>
  /** The content of a list without rows. */
  empty?: ReactNode
  /** Present while filters narrow the list. Removes them. */
  onClear?: () => void
  /** Present if the list has pages. Keep the page in the URL. */
  onPage?: (page: number) => void
}

type ListParts<Row> = {
  /** Undefined until the first rows are loaded. */
  rows: readonly Row[] | undefined
  /** The text of an empty list. */
  instead: ReactNode
  /** Shown above rows that could not be refreshed. */
  notice: ReactNode
  pages: ReactNode
  /** They belong to the page or the filters before. */
  isStale: boolean
}

/** Everything a list shows of its query, whichever way it shows its rows. */
export function listParts<Row>({ query, empty, onClear, onPage }: ListProps<Row>): ListParts<Row> {
  const { data, error } = query
  const list = data && 'items' in data ? data : null
  const page = list && isPage(list) ? list : null
  const rows = data && 'items' in data ? data.items : data
  return {
    rows,
    instead: rows ? insteadOfNone(rows.length, empty, onClear) : error ? <QueryError query={query} /> : null,
    notice: rows ? <OutOfDate query={query} title="These rows may be out of date" flush /> : null,
    pages:
      page && onPage && page.total > page.pageSize ? (
        <Pagination
          page={page.page}
          pageSize={page.pageSize}
          total={page.total}
          isMore={page.isMore}
          rows={page.items.length}
          onPageChange={onPage}
        />
      ) : null,
    isStale: query.isPlaceholderData,
  }
}

function insteadOfNone(count: number, empty: ReactNode, onClear?: () => void): ReactNode {
  if (count > 0) return null
  return onClear ? <NoMatch onClear={onClear} /> : empty
}
