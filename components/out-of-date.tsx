'use client'

import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { type QueryFailure, queryErrorText } from './query-error-text'

type OutOfDateProps = {
  query: { error: QueryFailure | null; refetch: () => unknown; isFetching: boolean }
  title?: string
  /** For alerts above rows that extend to the edges of their frame. */
  flush?: boolean
}

/** Shown above data that could not be refreshed; otherwise empty. */
export function OutOfDate({ query, title = 'This may be out of date', flush }: OutOfDateProps) {
  if (!query.error) return null
  return (
    <Alert
      tone="warning"
      title={title}
      flush={flush}
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
