'use client'

import { queryErrorText } from '@/components/query-error-text'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import type { ListQuery } from './list-query'

/** Above rows that could not be refreshed. */
export function OutOfDate({ query }: { query: Pick<ListQuery<unknown>, 'error' | 'refetch' | 'isFetching'> }) {
  if (!query.error) return null
  return (
    <Alert
      tone="warning"
      title="These rows may be out of date"
      className="rounded-none border-x-0 border-t-0"
      actions={
        <Button size="sm" pending={query.isFetching} onClick={() => void query.refetch()}>
          Try again
        </Button>
      }
    >
      {queryErrorText(query.error)}
    </Alert>
  )
}
