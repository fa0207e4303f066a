'use client'

import type { ReactNode } from 'react'
import { type ContentQuery, displayableData } from './displayable-data'
import { OutOfDate } from './out-of-date'
import { QueryError } from './query-error'

type QueryContentProps<Data> = {
  query: ContentQuery<Data>
  /** The placeholder until the first response. */
  loading: ReactNode
  /** In a card whose content reaches its edges. */
  flush?: boolean
  /** The list that would contain the missing record. */
  back?: { label: string; href: string }
  children: (data: Data) => ReactNode
}

/**
 * The content of a query that is not a list: the last data, or an error if there is none. A notice above the content
 * reports a failed refresh. QueryTable and QueryList do the same for lists, QueryPage for pages.
 */
export function QueryContent<Data>({ query, loading, flush, back, children }: QueryContentProps<Data>) {
  const data = displayableData(query)
  if (data === undefined) return query.error ? <QueryError query={query} back={back} /> : loading
  return (
    <>
      <OutOfDate query={query} flush={flush} />
      {children(data)}
    </>
  )
}
