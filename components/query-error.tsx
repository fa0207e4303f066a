'use client'

import { TRPCClientError } from '@trpc/client'
import { ErrorState } from '@/components/ui/error-state'

type QueryErrorProps = { query: { error: Error | null; refetch: () => unknown; isFetching: boolean }; title?: string }

/** What stands in place of data that could not be loaded: the server's words, the request id, another try. */
export function QueryError({ query, title }: QueryErrorProps) {
  const { error } = query
  const known = error instanceof TRPCClientError && error.data
  return (
    <ErrorState
      title={title}
      message={known ? error.message : 'The server could not be reached. Check your connection and try again.'}
      requestId={known && typeof error.data.requestId === 'string' ? error.data.requestId : null}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  )
}
